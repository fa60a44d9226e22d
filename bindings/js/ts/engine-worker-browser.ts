/* The engine's worker in a browser. */
import { ToWorker, serve } from "./engine-core.js";

const obey = serve((message) => self.postMessage(message));
self.onmessage = (event: MessageEvent<ToWorker>) => obey(event.data);
