/*
 * Who sits at this browser. Asked once, and again when it changes.
 */
import { type Account, ask, get } from "./api";

let account: Account | null = null;
let asked: Promise<Account | null> | null = null;
const listeners = new Set<(account: Account | null) => void>();

function set(next: Account | null): Account | null {
  account = next;
  listeners.forEach((listener) => listener(account));
  return account;
}

export function onAccount(listener: (account: Account | null) => void): void {
  listeners.add(listener);
  listener(account);
}

export function currentAccount(): Promise<Account | null> {
  return (asked ??= refreshAccount());
}

export async function refreshAccount(): Promise<Account | null> {
  const { account: found } = await get<{ account: Account | null }>("session");
  asked = Promise.resolve(found);
  return set(found);
}

export const isSignedIn = (who: Account | null): boolean => who !== null && who.kind !== "guest";

export async function signIn(name: string, password: string): Promise<void> {
  await ask("POST", "session", { name, password });
  await refreshAccount();
}

export async function signUp(name: string, password: string): Promise<void> {
  await ask("POST", "accounts", { name, password });
  await refreshAccount();
}

export async function setUp(token: string, name: string, password: string): Promise<void> {
  await ask("POST", "setup", { token, name, password });
  await refreshAccount();
}

export async function signOut(): Promise<void> {
  await ask("DELETE", "session");
  await refreshAccount();
}
