/*
 * Signing in and up, becoming the administrator, and what belongs to oneself: bots, password, sessions, tokens of programs.
 */
import { type Account, ask, type Bot, get, messageOf, part, post } from "../core/api";
import { fill, h } from "../core/dom";
import * as format from "../core/format";
import { emptyState, segments, table } from "../core/lists";
import { go, type Page } from "../core/router";
import { currentAccount, isSignedIn, setUp, signIn, signOut, signUp } from "../core/session";
import { setTheme, theme, type Theme } from "../core/settings";
import { copy, notify } from "../core/spoken";
import { statusTag } from "./bots";

/** Where to go after signing in: an address of this site. */
function next(): string {
  const wanted = new URLSearchParams(location.search).get("next") ?? "";
  return wanted.startsWith("/") && !wanted.startsWith("//") ? wanted : "/";
}

function credentials(button: string, act: (name: string, password: string) => Promise<void>, fresh: boolean): HTMLFormElement {
  const name = h("input", { type: "text", name: "username", autocomplete: "username", maxlength: 30, required: true, spellcheck: "false", autocapitalize: "off" });
  const password = h("input", { type: "password", name: "password", autocomplete: fresh ? "new-password" : "current-password", minlength: fresh ? 8 : null, required: true });
  const problem = h("p", { class: "problem", role: "alert" }), submit = h("button", { type: "submit", class: "primary" }, button);
  return h("form", { class: "form", onsubmit: (event) => {
    event.preventDefault();
    problem.textContent = "";
    submit.disabled = true;
    act(name.value.trim(), password.value).catch((error: unknown) => { problem.textContent = messageOf(error); }).finally(() => { submit.disabled = false; });
  } }, h("label", { class: "field" }, "Name", name), h("label", { class: "field" }, "Password", password, fresh ? h("span", { class: "hint" }, "At least 8 characters.") : null), problem, h("div", { class: "row" }, submit));
}

function setupView(token: string): HTMLElement {
  return h("div", { class: "page narrow" }, h("h1", {}, "Become the administrator"),
    h("p", { class: "lead" }, "Choose a name and a password. The link that brought you here works once."),
    credentials("Make me the administrator", async (name, password) => {
      await setUp(token, name, password);
      go("/admin", true);
    }, true));
}

function signView(): HTMLElement {
  const box = h("div"), show = (which: "in" | "up"): void => fill(box, which === "in"
    ? credentials("Sign in", async (name, password) => { await signIn(name, password); go(next()); }, false)
    : credentials("Sign up", async (name, password) => { await signUp(name, password); go(next()); }, true));
  show("in");
  return h("div", { class: "page narrow" }, h("h1", {}, "Your account"),
    h("p", { class: "lead" }, "Watching and unrated games need none. With an account your games can be rated, and you can upload bots."),
    segments<"in" | "up">("Sign in or up", [["in", "Sign in"], ["up", "Sign up"]], "in", show), box);
}

// ---- One's own account ----------------------------------------------------------------------------------------------

interface Token { id: number; name: string; created_at: number }

class OwnAccount {
  readonly element = h("div", { class: "page" });
  readonly #bots = h("div"); readonly #tokens = h("div");

  constructor(private readonly account: Account) {
    this.element.append(
      h("div", { class: "page-head" }, h("div", {}, h("h1", {}, account.name), h("p", { class: "quiet" }, account.kind === "admin" ? "Administrator" : "")),
        h("div", { class: "row" }, account.kind === "admin" ? h("a", { class: "button", href: "/admin" }, "Administration") : null,
          h("button", { type: "button", onclick: () => void this.#leave() }, "Sign out"))),
      h("div", { class: "columns" },
        h("div", {}, h("section", { class: "section" }, h("div", { class: "section-head" }, h("h2", {}, "Your bots"), h("a", { href: "/bots#upload" }, "Upload a bot")), this.#bots),
          h("section", { class: "section" }, h("h2", {}, "Tokens for programs"),
            h("p", { class: "quiet" }, "A token lets a program do with the API what you may do. It is shown once."), this.#tokens, this.#tokenForm())),
        h("div", {}, h("section", { class: "section" }, h("h2", {}, "Look"),
          segments<Theme>("Theme", [["system", "As the system"], ["light", "Light"], ["dark", "Dark"]], theme(), setTheme)),
        h("section", { class: "section" }, h("h2", {}, "Password"), this.#passwordForm()),
        h("section", { class: "section" }, h("h2", {}, "Sessions"), h("p", { class: "quiet" }, "Signs out every other browser that is signed in as you."),
          h("div", { class: "row" }, h("button", { type: "button", onclick: () => void this.#endSessions() }, "Sign out elsewhere"))))));
    void this.#loadBots();
    void this.#loadTokens();
  }

  async #leave(): Promise<void> {
    await signOut();
    go("/");
  }

  async #loadBots(): Promise<void> {
    const { bots } = await get<{ bots: Bot[] }>("bots?mine=1&limit=200");
    fill(this.#bots, bots.length === 0 ? emptyState("You have no bot yet. Fifteen lines are enough for one that plays.", h("a", { class: "button", href: "/write" }, "How to write a bot"))
      : table<Bot>([{ title: "Name", cell: (bot) => h("span", { class: "row" }, h("a", { href: `/bots/${part(bot.name)}` }, bot.name), statusTag(bot.newest.status)) },
        { title: "Class", cell: (bot) => bot.class ?? bot.newest.class }, { title: "Version", number: true, cell: (bot) => bot.newest.number }], bots, "Your bots"));
  }

  async #loadTokens(): Promise<void> {
    const { tokens } = await get<{ tokens: Token[] }>("tokens");
    fill(this.#tokens, tokens.length === 0 ? h("p", { class: "quiet" }, "You have none.") : table<Token>([
      { title: "Name", cell: (token) => token.name }, { title: "Made", cell: (token) => format.when(token.created_at) },
      { title: "", cell: (token) => h("button", { type: "button", class: "plain danger", onclick: () => void this.#removeToken(token) }, "Remove") }], tokens, "Tokens"));
  }

  async #removeToken(token: Token): Promise<void> {
    try {
      await ask("DELETE", `tokens/${token.id}`);
      await this.#loadTokens();
    } catch (error) {
      notify(messageOf(error));
    }
  }

  #tokenForm(): HTMLElement {
    const name = h("input", { type: "text", maxlength: 60, required: true, placeholder: "What it is for", "aria-label": "What the token is for" }), made = h("div"), problem = h("p", { class: "problem", role: "alert" });
    return h("div", { class: "form" }, h("form", { class: "row", onsubmit: (event) => {
      event.preventDefault();
      problem.textContent = "";
      post<{ token: string }>("tokens", { name: name.value.trim() }).then(async ({ token }) => {
        name.value = "";
        fill(made, h("p", {}, "Keep it now, it is not shown again:"), h("div", { class: "row" }, h("code", { class: "token" }, token), h("button", { type: "button", class: "small", onclick: () => void copy(token, "token") }, "Copy")));
        await this.#loadTokens();
      }).catch((error: unknown) => { problem.textContent = messageOf(error); });
    } }, h("div", { class: "search-field" }, name), h("button", { type: "submit" }, "Make a token")), problem, made);
  }

  #passwordForm(): HTMLElement {
    const old = h("input", { type: "password", autocomplete: "current-password", required: true }), fresh = h("input", { type: "password", autocomplete: "new-password", minlength: 8, required: true }), problem = h("p", { class: "problem", role: "alert" });
    return h("form", { class: "form", onsubmit: (event) => {
      event.preventDefault();
      problem.textContent = "";
      ask("PATCH", "account", { password: old.value, new_password: fresh.value }).then(() => {
        old.value = fresh.value = "";
        notify("Your password is changed; you are signed out everywhere else");
      }).catch((error: unknown) => { problem.textContent = messageOf(error); });
    } }, h("input", { type: "text", autocomplete: "username", value: this.account.name, hidden: true }), h("label", { class: "field" }, "Present password", old), h("label", { class: "field" }, "New password", fresh), problem, h("div", { class: "row" }, h("button", { type: "submit" }, "Change the password")));
  }

  async #endSessions(): Promise<void> {
    try {
      await ask("DELETE", "sessions");
      notify("Every other browser is signed out");
    } catch (error) {
      notify(messageOf(error));
    }
  }
}

export async function make(): Promise<Page> {
  const token = /^#setup=(.+)$/.exec(location.hash)?.[1];
  if (token) return { title: "Administrator", element: setupView(decodeURIComponent(token)) };
  const account = await currentAccount();
  return { title: "Account", element: isSignedIn(account) ? new OwnAccount(account!).element : signView() };
}
