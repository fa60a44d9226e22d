/*
 * Sounds, made on the spot: a knock for a move, a lower one for a capture, two tones for the end. Off unless switched on.
 */
import { sounds } from "../core/settings";

let context: AudioContext | null = null;

function knock(frequency: number, at: number, length: number, loudness: number): void {
  const audio = context!, oscillator = audio.createOscillator(), gain = audio.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.setValueAtTime(frequency, at);
  oscillator.frequency.exponentialRampToValueAtTime(frequency * 0.5, at + length);
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

export function playSound(kind: "move" | "capture" | "end"): void {
  if (!sounds() || document.visibilityState === "hidden") return;
  context ??= new AudioContext();
  const now = context.currentTime;
  if (kind === "move") knock(420, now, 0.07, 0.35);
  if (kind === "capture") knock(240, now, 0.1, 0.45);
  if (kind === "end") {
    knock(520, now, 0.22, 0.25);
    knock(390, now + 0.16, 0.35, 0.25);
  }
}
