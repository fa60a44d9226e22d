/*
 * Reads a bot's source by the rules, without running it, and prints a report in JSON:
 *
 *     node check.cjs my_bot.js
 *     {"problems": [{"rule", "line", "column", "text", "advice"}], "more": 0, "advice": [the same]}
 */
"use strict";
const { readFileSync } = require("node:fs");
const { PROBLEMS_MAX, checkText } = require("./rules.cjs");
const { BotError, decode } = require("./source.cjs");

const TOO_COMPLEX = "The source is nested too deeply to be checked; make it simpler.";

const sentence = (text) => text[0].toUpperCase() + text.slice(1) + (/[.!]$/.test(text) ? "" : ".");

function problem(rule, { line, column }, advice) {
  return { refusals: [{ rule, line, column, text: "", advice: sentence(advice) }], advice: [] };
}

function check(bytes) {
  let text;
  try {
    text = decode(bytes);
  } catch (error) {
    return problem("text", error, error.message);
  }
  try {
    return checkText(text, bytes.length);
  } catch (error) {
    if (error instanceof BotError)
      return problem("syntax", error, error.message);
    if (error instanceof RangeError)
      return problem("complexity", { line: 1, column: 1 }, TOO_COMPLEX);
    throw error;
  }
}

const path = process.argv[process.argv.length - 1];
const { refusals, advice } = check(readFileSync(path));
console.log(JSON.stringify({ problems: refusals.slice(0, PROBLEMS_MAX), more: Math.max(0, refusals.length - PROBLEMS_MAX),
  advice: advice.slice(0, PROBLEMS_MAX) }));
