/*
 * A network file (src/engine/network.c) of random weights, as large as they may be, so that arithmetic that is too narrow
 * shows.
 */
import { randomFrom } from "./rookery.mjs";

const HIDDEN = 64, SCALE = 200;

export function randomNetwork(seed) {
  const random = randomFrom(seed), within = (most) => random(2 * most + 1) - most;
  const features = 769 * HIDDEN, outputs = 16 * HIDDEN;
  const name = 16, payload = Buffer.alloc(name + 2 * (features + outputs) + 32);
  payload.write("standard");
  for (let i = 0; i < features; i++)
    payload.writeInt16LE(within(i % 7 === 0 ? 511 : 60), name + 2 * i);
  for (let i = features; i < features + outputs; i++)
    payload.writeInt16LE(within(127), name + 2 * i);
  for (let i = 0; i < 8; i++)
    payload.writeInt32LE(within(5000), payload.length - 32 + 4 * i);
  let sum = 0xcbf29ce484222325n; // FNV-1a
  for (const byte of payload)
    sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n);
  const head = Buffer.alloc(24);
  head.write("ROOKNET\x02", "latin1");
  head.writeUInt32LE(HIDDEN, 8);
  head.writeUInt32LE(SCALE, 12);
  head.writeBigUInt64LE(sum, 16);
  return Buffer.concat([head, payload]);
}
