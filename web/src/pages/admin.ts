import { h } from "../core/dom";
import type { Page } from "../core/router";
export function make(): Page { return { title: "admin", element: h("div", {}, "admin") }; }
