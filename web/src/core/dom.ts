/*
 * Elements. Everything that comes from elsewhere is put in as text: nothing here or in the pages reads HTML from a string.
 */
export type Child = Node | string | number | null | undefined | false;

type Handlers = { [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => void };
type Attributes = Handlers & { [name: string]: unknown };

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? "" : String(value));
}

function present(children: readonly Child[]): (Node | string)[] {
  return children.filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "number" ? String(child) : child)) as (Node | string)[];
}

/** An element: attributes by name, handlers as `onclick`, children as nodes or text. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...present(children));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: { [name: string]: string | number } = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag) as SVGElementTagNameMap[K];
  setAttributes(element, attributes);
  element.append(...present(children));
  return element;
}

/** Puts new children in place of the old ones. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...present(children));
}

export function link(href: string, ...children: Child[]): HTMLAnchorElement {
  return h("a", { href }, ...children);
}

/** A small picture of one path on a tile of 24, in the colour of the text. */
export const icon = (path: string): SVGSVGElement =>
  svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));

let last = 0;
/** A name for an element that another one refers to. */
export const uniqueId = (prefix: string): string => `${prefix}-${++last}`;
