/*
 * The beginning: theme, shell, and the pages by their addresses.
 */
import "./style/tokens.css";
import "./style/base.css";
import "./style/board.css";
import "./style/game.css";
import "./style/lists.css";
import "./style/forms.css";
import { messageOf } from "./core/api";
import { startRouter } from "./core/router";
import { currentAccount } from "./core/session";
import { applyTheme } from "./core/settings";
import { buildShell } from "./core/shell";
import { notify } from "./core/spoken";

applyTheme();
const shell = buildShell();
// The printed link of the first start leads to the front page; who follows it wants to become the administrator.
if (location.hash.startsWith("#setup=") && location.pathname !== "/account") history.replaceState(null, "", "/account" + location.hash);
currentAccount().catch((error: unknown) => notify(messageOf(error)));
startRouter(shell.main, [
  { pattern: /^\/$/, load: () => import("./pages/home") },
  { pattern: /^\/games\/(\d+)$/, load: () => import("./pages/game") },
  { pattern: /^\/play$/, load: () => import("./pages/play") },
  { pattern: /^\/challenges\/([^/]+)$/, load: () => import("./pages/challenge") },
  { pattern: /^\/bots$/, load: () => import("./pages/bots") },
  { pattern: /^\/bots\/([^/]+)$/, load: () => import("./pages/bot") },
  { pattern: /^\/leaderboards$/, load: () => import("./pages/leaderboards") },
  { pattern: /^\/tournaments$/, load: () => import("./pages/tournaments") },
  { pattern: /^\/tournaments\/(\d+)$/, load: () => import("./pages/tournament") },
  { pattern: /^\/write$/, load: () => import("./pages/write") },
  { pattern: /^\/account$/, load: () => import("./pages/account") },
  { pattern: /^\/admin$/, load: () => import("./pages/admin") },
], (page) => shell.shown(page));
