/*
 * The rules that a bot's source is read by: what is refused, and what is likely to lose games.
 *
 * Refusals keep out what a bot has no use for (modules, the machine, code made from text) and what cannot play at all.
 * Advice is the checklist of the bot platform that these bots come from. Neither is a wall: that is the box.
 *
 * A name counts as the bot's own when it is declared anywhere in the file; properties are another matter.
 */
"use strict";
const { parse } = require("./acorn.cjs");
const { BotError } = require("./source.cjs");

const SIGNATURE = "function makeMove(board, timeRemaining, reportMove, getMemory)";
const PARAMETERS = ["board", "timeRemaining", "reportMove", "getMemory"];
const BYTES_MIN = 50, PROBLEMS_MAX = 50, TEXT_MAX = 60;

const FORBIDDEN = new Map([
  ...["process", "global", "module", "exports", "require", "__dirname", "__filename", "Buffer", "Deno", "Bun", "Worker",
    "SharedWorker", "importScripts"].map((name) => [name, "Bots have the language and their board, nothing of Node or a browser."]),
  ...["eval", "Function"].map((name) => [name, "Bots may not make code from text: write a function instead."]),
  ...["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "navigator"].map((name) => [name, "Bots have no network."]),
  ...["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "requestAnimationFrame"].map((name) =>
    [name, "Nothing runs after makeMove has returned: search inside makeMove, and look at Date.now()."]),
]);
const FORBIDDEN_PROPERTIES = new Map([
  ["constructor", "Call a class by its name."],
  ["__proto__", "Bots have no use for prototypes of other objects."],
  ["__defineGetter__", "Write a getter into the object or class."],
  ["__lookupGetter__", "Bots have no use for other objects' getters."],
]);

/* ---- going through the tree ------------------------------------------------------------------------------------- */

const isNode = (value) => typeof value === "object" && value !== null && typeof value.type === "string";
const isFunction = (node) => /Function/.test(node.type);
const isLoop = (node) => /^(For|While|DoWhile)/.test(node.type) && node.type.endsWith("Statement");

function childrenOf(node) {
  return Object.values(node).flat().filter(isNode);
}

/** Calls visit(node, ancestors) for every node, from the outside in; false leaves out what is below. */
function walk(node, visit, ancestors = []) {
  if (visit(node, ancestors) === false)
    return;
  ancestors.push(node);
  for (const child of childrenOf(node))
    walk(child, visit, ancestors);
  ancestors.pop();
}

function findAll(node, wanted) {
  const found = [];
  walk(node, (one, ancestors) => {
    if (wanted(one, ancestors))
      found.push(one);
  });
  return found;
}

/** The name of a property that is written down, in whatever spelling; null for one that is worked out. */
function propertyName(node) {
  const { property } = node;
  if (!node.computed)
    return property.name ?? null;
  return property.type === "Literal" && typeof property.value === "string" ? property.value : null;
}

const isNamed = (node, name) => node.type === "Identifier" && node.name === name;

/** A call x.NAME(...), of an object of that name if said. */
function isMethodCall(node, name, object) {
  return node.type === "CallExpression" && node.callee.type === "MemberExpression" && propertyName(node.callee) === name &&
    (object === undefined || isNamed(node.callee.object, object));
}

const isCallOf = (node, name) => node.type === "CallExpression" && isNamed(node.callee, name);

/* ---- names ------------------------------------------------------------------------------------------------------ */

function addPattern(pattern, names) {
  if (pattern === null)
    return;
  if (pattern.type === "Identifier")
    names.add(pattern.name);
  else if (pattern.type === "MemberExpression")
    return;
  else if (pattern.type === "Property")
    addPattern(pattern.value, names);
  else if (pattern.type === "AssignmentPattern")
    addPattern(pattern.left, names);
  else
    (pattern.elements ?? pattern.properties ?? [pattern.argument]).forEach((part) => addPattern(part, names));
}

function declaredNames(tree) {
  const names = new Set();
  walk(tree, (node) => {
    if (node.type === "VariableDeclarator")
      addPattern(node.id, names);
    if (isFunction(node) || node.type.startsWith("Class"))
      addPattern(node.id ?? null, names);
    if (isFunction(node))
      node.params.forEach((parameter) => addPattern(parameter, names));
    if (node.type === "CatchClause")
      addPattern(node.param, names);
  });
  return names;
}

/** Whether an identifier is a variable and not the name of a property, a label or the like. */
function isVariable(node, ancestors) {
  const parent = ancestors[ancestors.length - 1];
  if (node.type !== "Identifier" || parent === undefined)
    return false;
  if (parent.type === "MemberExpression" && parent.property === node)
    return parent.computed;
  if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(parent.type) && parent.key === node)
    return parent.computed || parent.shorthand === true;
  return !/^(LabeledStatement|BreakStatement|ContinueStatement|MetaProperty)$/.test(parent.type);
}

/* ---- refusals --------------------------------------------------------------------------------------------------- */

function checkModules(tree, refuse) {
  walk(tree, (node) => {
    if (/^(Import|Export).*Declaration$/.test(node.type))
      refuse("module", node, "A bot is a plain script: leave out import and export, and define makeMove at the top.");
    if (node.type === "ImportExpression" || (node.type === "MetaProperty" && node.meta.name === "import"))
      refuse("module", node, "Bots may not import anything; the board is given to makeMove.");
  });
}

function checkNames(tree, refuse) {
  const own = declaredNames(tree);
  walk(tree, (node, ancestors) => {
    if (isVariable(node, ancestors) && FORBIDDEN.has(node.name) && !own.has(node.name))
      refuse("name", node, `${node.name} is not there for bots. ${FORBIDDEN.get(node.name)}`);
    if (node.type !== "MemberExpression")
      return;
    const name = propertyName(node);
    if (FORBIDDEN_PROPERTIES.has(name))
      refuse("property", node.property, `Bots may not use .${name}. ${FORBIDDEN_PROPERTIES.get(name)}`);
    if (FORBIDDEN.has(name) && /^(globalThis|self|window)$/.test(node.object.name ?? ""))
      refuse("name", node, `${name} is not there for bots. ${FORBIDDEN.get(name)}`);
  });
}

/** The function that is makeMove at the top of the file, or null after a refusal. */
function findEntry(tree, refuse) {
  const declared = tree.body.filter((node) => node.type === "FunctionDeclaration" && node.id.name === "makeMove");
  const entry = declared[declared.length - 1];
  if (entry === undefined) {
    const [other] = findAll(tree, (node) => isNamed(node, "makeMove"));
    refuse("entry", other ?? null, `There must be a plain function at the top of the file: define ${SIGNATURE}.`);
    return null;
  }
  if (entry.async || entry.generator)
    refuse("entry", entry, `makeMove must be an ordinary function, without async or *: define ${SIGNATURE}.`);
  if (entry.params.length < 3 && !usesArguments(entry)) {
    refuse("entry", entry, `makeMove needs its parameters, for moves are given by reportMove: define ${SIGNATURE}.`);
    return null;
  }
  return entry;
}

function usesArguments(entry) {
  return entry.params.some((one) => one.type === "RestElement") || findAll(entry, (node) => isNamed(node, "arguments")).length > 0;
}

function checkReports(tree, entry, names, refuse) {
  const used = findAll(tree, (node, ancestors) => isVariable(node, ancestors) && node.name === names.reportMove &&
    !ancestors.slice(-1).some((parent) => isFunction(parent)));
  if (used.length === 0)
    refuse("report", entry, `makeMove never calls ${names.reportMove}: without a report every game is lost.`);
}

function checkReadOnly(entry, names, refuse) {
  const assigned = findAll(entry.body, (node) => node.type === "AssignmentExpression" && isNamed(node.left, names.board));
  if (assigned.length > 0)
    return;
  walk(entry.body, (node) => {
    if (isFunction(node) && node.params.some((parameter) => isNamed(parameter, names.board)))
      return false;
    for (const method of ["move", "undo", "load", "reset", "clear", "put", "remove"])
      if (isMethodCall(node, method, names.board))
        refuse("read-only", node, `The board that is given is read-only: use a copy, const searchBoard = ${names.board}.clone().`);
    return undefined;
  });
}

/* ---- advice ----------------------------------------------------------------------------------------------------- */

function adviseSignature(entry, advise) {
  if (entry.params.length !== PARAMETERS.length && !usesArguments(entry))
    advise("signature", entry, `makeMove has four parameters: ${PARAMETERS.join(", ")}.`);
}

/** Reports that are made whatever happens: statements of makeMove itself. */
function plainReports(entry, name) {
  const statements = entry.body.body.flatMap((node) => (node.type === "TryStatement" ? [node, ...node.block.body] : [node]));
  return statements.filter((node) => node.type === "ExpressionStatement" && isCallOf(node.expression, name));
}

function adviseReports(entry, names, advise) {
  const [loop] = findAll(entry.body, (node, ancestors) => isLoop(node) && !ancestors.some(isFunction));
  const [report] = plainReports(entry, names.reportMove);
  const calls = findAll(entry.body, (node) => isCallOf(node, names.reportMove));
  if (loop !== undefined && (report === undefined || report.start > loop.start))
    advise("report-first", calls[0] ?? entry, "Report a move at once, before searching: when time runs out before the first " +
      "report the game is lost.");
  for (const node of findAll(entry.body, (one) => one.type === "TryStatement" && one.handler !== null))
    if (node.block.body.length === 1 && isGuardedReport(node.block.body[0], names.reportMove))
      advise("report-plainly", node, `Call ${names.reportMove}(move) directly: it is always there, and what it throws is a mistake to see.`);
  if (report !== undefined && isFirstOfList(report.expression.arguments[0], report.start, entry))
    advise("sort-first", report, "Sort the moves before the first report (centre, captures, knights): as listed, the first may " +
      "be a rook's pawn.");
}

/** reportMove(move); or the same after a look whether it is there. */
function isGuardedReport(node, name) {
  if (node.type === "IfStatement")
    return isGuardedReport(node.consequent, name);
  if (node.type === "BlockStatement")
    return node.body.length === 1 && isGuardedReport(node.body[0], name);
  return node.type === "ExpressionStatement" && isCallOf(node.expression, name);
}

/** Whether it is moves[0] of a list that is as the board gave it. */
function isFirstOfList(node, before, entry) {
  if (node?.type !== "MemberExpression" || node.property.value !== 0)
    return false;
  if (isMethodCall(node.object, "moves"))
    return true;
  const plain = findAll(entry.body, (one) => one.type === "VariableDeclarator" && isNamed(one.id, node.object.name ?? "") &&
    one.init !== null && isMethodCall(one.init, "moves"));
  const sorted = findAll(entry.body, (one) => one.start < before && isCallWith(one, node.object.name));
  return plain.length > 0 && sorted.length === 0;
}

/** A call to which a variable is given, or a method of it. */
function isCallWith(node, name) {
  return node.type === "CallExpression" && (node.arguments.some((one) => isNamed(one, name)) ||
    (node.callee.type === "MemberExpression" && isNamed(node.callee.object, name)));
}

/** Functions that call themselves. */
function recursiveFunctions(tree) {
  return findAll(tree, (node) => isFunction(node) && node.id?.type === "Identifier" &&
    findAll(node.body, (one) => isCallOf(one, node.id.name)).length > 0);
}

function adviseClones(tree, advise) {
  const searches = new Set(recursiveFunctions(tree));
  walk(tree, (node, ancestors) => {
    if (!isMethodCall(node, "clone"))
      return;
    const within = ancestors.slice(lastIndex(ancestors, isFunction));
    if (within.some(isLoop))
      advise("clone-in-loop", node, "Take one clone before the loop and use move() and undo() on it: a clone for each move costs " +
        "time and memory.");
    else if (ancestors.some((one) => searches.has(one)))
      advise("clone-in-search", node, "A search should go up and down one clone with move() and undo(), not copy at every node.");
  });
}

function lastIndex(list, wanted) {
  for (let i = list.length - 1; i >= 0; i--)
    if (wanted(list[i]))
      return i;
  return 0;
}

const COMPARISONS = new Set(["<", "<=", ">", ">=", "===", "=="]);

/** Whether the function compares one of its parameters that count, or something of that name. */
function isBounded(node) {
  const counts = /depth|ply|level|limit|left|qd/i;
  return findAll(node.body, (one) => (one.type === "BinaryExpression" && COMPARISONS.has(one.operator) &&
    [one.left, one.right].some((side) => findAll(side, (part) => part.type === "Identifier" && counts.test(part.name)).length > 0)) ||
    (one.type === "UnaryExpression" && one.operator === "!" && counts.test(one.argument.name ?? ""))).length > 0;
}

function adviseQuiescence(tree, advise) {
  for (const node of recursiveFunctions(tree))
    if (/quie|^q_?s(earch)?$|^qs/i.test(node.id.name) && !isBounded(node))
      advise("quiescence", node, `${node.id.name} has no limit of depth: end it after four plies or so, or the stack overflows.`);
}

function adviseMoves(entry, names, advise) {
  walk(entry.body, (node, ancestors) => {
    if (isMethodCall(node, "moves", names.board) && ancestors.some(isLoop) && !ancestors.some(isFunction))
      advise("moves-in-loop", node, "List the moves once before the loop, and sort that list again after each depth.");
  });
}

function adviseTime(tree, entry, names, advise) {
  for (const node of findAll(entry, (one) => one.type === "MemberExpression" && isNamed(one.object, names.board) &&
    propertyName(one) === "timeRemaining"))
    advise("time", node, "The board knows no time: timeRemaining is the second parameter, a number of milliseconds.");
  const looks = findAll(tree, (node) => isMethodCall(node, "now") || isNamed(node, "Date"));
  if (looks.length === 0 && recursiveFunctions(tree).length > 0)
    advise("time", entry, "The search never looks at the clock: compare Date.now() with a deadline every thousand positions or so.");
}

/** Assignments to what is declared nowhere: in strict mode they throw. */
function adviseUndeclared(tree, advise) {
  const own = declaredNames(tree);
  for (const node of findAll(tree, (one) => one.type === "AssignmentExpression" && one.left.type === "Identifier"))
    if (!own.has(node.left.name))
      advise("undeclared", node, `${node.left.name} is declared nowhere, and bots run in strict mode: say let ${node.left.name} first.`);
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

function parseSource(text) {
  const strict = '"use strict";';
  const onError = (error) => {
    if (!(error instanceof SyntaxError))
      throw error;
    const column = error.loc.column - (error.loc.line === 1 ? strict.length : 0);
    throw new BotError(`This is not valid JavaScript: ${error.message.replace(/ \(\d+:\d+\)$/, "")}.`, error.loc.line, column + 1);
  };
  const options = { ecmaVersion: "latest", locations: true };
  try {
    return { tree: parse(strict + text, { ...options, sourceType: "script" }), shift: strict.length };
  } catch (error) {
    if (!/'import' and 'export' may|import.meta/.test(error.message))
      return onError(error);
  }
  try {
    return { tree: parse(strict + text, { ...options, sourceType: "module" }), shift: strict.length };
  } catch (error) {
    return onError(error);
  }
}

/** What is wrong with a source, in its order: { refusals, advice }, each a list of { rule, line, column, text, advice }. */
exports.checkText = (text, byteCount) => {
  const found = { refusals: [], advice: [] };
  const { tree, shift } = parseSource(text);
  const add = (list) => (rule, node, advice) => {
    const line = node?.loc.start.line ?? 1;
    const column = node === null ? 1 : node.loc.start.column + 1 - (line === 1 ? shift : 0);
    const quoted = node === null ? "" : text.slice(node.start - shift, node.end - shift).split("\n")[0].slice(0, TEXT_MAX);
    if (!list.some((one) => one.rule === rule && one.line === line && one.column === column))
      list.push({ rule, line, column, text: quoted, advice });
  };
  const refuse = add(found.refusals), advise = add(found.advice);
  if (byteCount < BYTES_MIN)
    refuse("size", null, `A bot has at least ${BYTES_MIN} bytes: define ${SIGNATURE}.`);
  checkModules(tree, refuse);
  checkNames(tree, refuse);
  const entry = findEntry(tree, refuse);
  if (entry !== null) {
    const names = Object.fromEntries(PARAMETERS.map((name, i) => [name, entry.params[i]?.name ?? name]));
    if (!usesArguments(entry))
      checkReports(tree, entry, names, refuse);
    checkReadOnly(entry, names, refuse);
    adviseSignature(entry, advise);
    adviseReports(entry, names, advise);
    adviseMoves(entry, names, advise);
    adviseTime(tree, entry, names, advise);
  }
  adviseClones(tree, advise);
  adviseQuiescence(tree, advise);
  adviseUndeclared(tree, advise);
  for (const list of Object.values(found))
    list.sort((a, b) => a.line - b.line || a.column - b.column);
  return found;
};

exports.PROBLEMS_MAX = PROBLEMS_MAX;
