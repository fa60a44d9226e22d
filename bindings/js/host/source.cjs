/* Reads a bot's file: the same bytes, for the check and for the bot host, become the same text. */
"use strict";
const { readFileSync } = require("node:fs");

/** A mistake of the bot, as one sentence, with its line and column. */
exports.BotError = class BotError extends Error {
  constructor(sentence, line = 1, column = 1) {
    super(sentence);
    this.line = line;
    this.column = column;
  }
};
const { BotError } = exports;

/* What cannot be seen but changes what a line is or how it looks: control characters, marks for the direction of writing,
 * line breaks that look like none, blanks of no width. */
const HIDDEN = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/;

/** Line and column, from 1, of a place in the text. */
exports.placeOf = (text, index) => {
  const before = text.slice(0, index);
  const line = before.split("\n").length;
  return { line, column: [...before.slice(before.lastIndexOf("\n") + 1)].length + 1 };
};

function decode(bytes) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BotError("the file is not UTF-8 text");
  }
  text = text.replace(/\r\n?/g, "\n");
  const found = HIDDEN.exec(text);
  if (found !== null) {
    const { line, column } = exports.placeOf(text, found.index);
    const code = found[0].charCodeAt(0);
    const name = code === 0 ? "a NUL character" : `the invisible character U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    throw new BotError(`the file contains ${name} in line ${line}`, line, column);
  }
  return text;
}

exports.decode = decode;

exports.readSource = (path) => {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new BotError(`the file cannot be read: ${error.code}`);
  }
  return decode(bytes);
};
