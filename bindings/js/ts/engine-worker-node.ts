/* The engine's worker in Node. */
import { parentPort } from "node:worker_threads";
import { ToWorker, serve } from "./engine-core.js";

const obey = serve((message) => parentPort!.postMessage(message));
parentPort!.on("message", (message) => obey(message as ToWorker));
