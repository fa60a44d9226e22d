/*
 * How to write a bot: the shortest way from nothing to a rated one, a template to start from, the rules, and the prompt with
 * which an AI model writes one.
 */
import javascriptTemplate from "../../../bots/template/javascript/my_bot.js?raw";
import pythonTemplate from "../../../bots/template/python/my_bot.py?raw";
import { getText, messageOf } from "../core/api";
import { fill, h } from "../core/dom";
import { segments } from "../core/lists";
import type { Page } from "../core/router";
import { remember, remembered } from "../core/settings";
import { copy } from "../core/spoken";

type Language = "python" | "javascript";

interface Words { smallest: string; template: string; call: string; file: string; prompt: string; uses: string; memory: string }

const WORDS: Record<Language, Words> = {
  python: {
    smallest: "import random\n\n\ndef get_move(board, time_left_ms):\n    return random.choice(board.legal_moves())\n",
    template: pythonTemplate, file: "my_bot.py", prompt: "python",
    call: "get_move(board, time_left_ms) is called once for each of your turns and returns a move: a Move, or text such as \"e2e4\" or \"Nf3\". board has what python-chess's Board has, and more: ordered_moves(), evaluate(), material_balance().",
    uses: "It may import arena, chess, random, time, math, collections and a dozen more of the usual modules; it has no network and no files.",
    memory: "512 MB",
  },
  javascript: {
    smallest: "function makeMove(board, timeRemaining, reportMove) {\n  const moves = board.moves();\n  reportMove(moves[Math.floor(Math.random() * moves.length)]);\n}\n",
    template: javascriptTemplate, file: "my_bot.js", prompt: "javascript",
    call: "makeMove(board, timeRemaining, reportMove, getMemory) is called once for each of your turns; the move that it reported last is played. board has the names of chess.js and cannot be changed; board.clone() can.",
    uses: "It has the language and console.log, which goes to its log; no network, no files, no modules.",
    memory: "2 GB",
  },
};

const CLASSES: [string, string][] = [["Fifteen", "fits on a card: fifteen lines"], ["Mini", "up to 10 kB of source"], ["Open", "up to 1 MB"]];

function codeBox(code: string, label: string): HTMLElement {
  return h("div", { class: "code-box" }, h("pre", { tabindex: 0, "aria-label": label }, code),
    h("button", { type: "button", class: "small copy", onclick: () => void copy(code, label) }, "Copy"));
}

function promptBox(language: Language): HTMLElement {
  const box = h("div", { class: "form" }), load = async (act: (text: string) => void): Promise<void> => {
    try {
      act(await getText(`prompts/${WORDS[language].prompt}`));
    } catch (error) {
      fill(box, h("p", { class: "problem" }, messageOf(error)));
    }
  };
  return h("div", { class: "form" }, h("div", { class: "row" },
    h("button", { type: "button", class: "primary", onclick: () => void load((text) => void copy(text, "prompt")) }, "Copy the prompt"),
    h("button", { type: "button", onclick: () => void load((text) => fill(box, h("pre", { class: "log", tabindex: 0 }, text))) }, "Show it")), box);
}

function guide(language: Language): HTMLElement {
  const words = WORDS[language];
  return h("div", { class: "prose" },
    h("h2", {}, "The smallest bot"), h("p", {}, `A bot is one ${language === "python" ? "Python" : "JavaScript"} file with one function. This one plays random moves:`), codeBox(words.smallest, "smallest bot"),
    h("p", {}, words.call),
    h("h2", {}, "One to start from"), h("p", {}, "It looks at each of its moves and at the best reply to it, and beats the one above every time."), codeBox(words.template, "template"),
    h("h2", {}, "Let an AI model write it"),
    h("p", {}, "This prompt tells a model everything it must know: the function, the board with all its methods, variants, time, limits, the usual mistakes. Add your own idea at its end, then upload what it answers."), promptBox(language),
    h("h2", {}, "Upload it"),
    h("p", {}, "It is checked at once: its source by the rules, then it is loaded and plays a game against itself. What must be changed is told with the line. A bot that is accepted gets its first rated games within a minute, in every variant."),
    h("div", { class: "row" }, h("a", { class: "button primary", href: "/bots#upload" }, "Upload a bot")),
    h("h2", {}, "What it may do"),
    h("ul", {}, h("li", {}, words.uses), h("li", {}, `It runs in a locked box with one processor and ${words.memory} of memory, and is loaded anew for every game, within five seconds that do not count.`),
      h("li", {}, "The arbiter's clock is the only one. While the opponent thinks your process stands still."), h("li", {}, "A move that is not legal, an error that nothing catches, or a clock that runs out loses the game. The log of the game, which only you see, says what happened.")),
    h("h2", {}, "Size classes"), h("p", {}, "There is a leaderboard for each, so that small ideas are not drowned by large programs:"),
    h("ul", {}, ...CLASSES.map(([name, text]) => h("li", {}, h("strong", {}, name), ": ", text))),
    h("h2", {}, "On your own machine"), h("p", {}, "The same program that runs this arena checks bots and plays matches at home:"),
    codeBox(`./run new ${language === "python" ? "python" : "js"} my_bot\n./run check ${words.file}\n./run match ${words.file} random --games 10 --clock 10+0.1\n./run match ${words.file} level:1200 --watch --games 1\n./run profile ${words.file}\n`, "commands"));
}

export function make(): Page {
  let language: Language = remembered("language") === "javascript" ? "javascript" : "python";
  const box = h("div"), show = (): void => fill(box, guide(language));
  show();
  return {
    title: "Write a bot", menu: "/write",
    element: h("div", { class: "page" }, h("div", { class: "page-head" }, h("h1", {}, "Write a bot"),
      segments<Language>("Language", [["python", "Python"], ["javascript", "JavaScript"]], language, (chosen) => { language = chosen; remember("language", chosen); show(); })), box),
  };
}
