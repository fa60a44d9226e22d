/** What the pages use of cm-chessboard, which comes without types. */
declare module "cm-chessboard/src/Chessboard.js" {
  export const COLOR: { white: "w"; black: "b" };
  export const BORDER_TYPE: { none: string };
  export const INPUT_EVENT_TYPE: {
    moveInputStarted: string; validateMoveInput: string; moveInputCanceled: string; moveInputFinished: string;
    movingOverSquare: string;
  };
  export interface InputEvent { type: string; squareFrom: string; squareTo: string; piece: string }
  export interface View {
    svg: SVGSVGElement; boardGroup: SVGGElement; markersLayer: SVGGElement; markersTopLayer: SVGGElement;
    squareWidth: number; squareToPoint(square: string): { x: number; y: number };
    visualMoveInput: { cancelMoveInput(): void };
    handleResize(): void;
  }
  export class Chessboard {
    constructor(context: HTMLElement, props: Record<string, unknown>);
    readonly view: View;
    getPosition(): string;
    setPosition(fen: string, animated: boolean): Promise<void>;
    setOrientation(color: string, animated?: boolean): Promise<void>;
    getOrientation(): "w" | "b";
    getPiece(square: string): string | undefined;
    enableMoveInput(handler: (event: InputEvent) => boolean | void, color?: string): void;
    disableMoveInput(): void;
    cancelMoveInput(): void;
    isMoveInputEnabled(): boolean;
    destroy(): void;
  }
}
declare module "cm-chessboard/src/model/Extension.js" {
  import type { Chessboard } from "cm-chessboard/src/Chessboard.js";
  export const EXTENSION_POINT: { afterRedrawBoard: string };
  export class Extension {
    constructor(chessboard: Chessboard);
    readonly chessboard: Chessboard;
    registerExtensionPoint(name: string, callback: () => void): void;
  }
}
