import type { Database, ObjectStore, Redis } from '@framemill/infra';
import type { Plans, SchedulerClient } from '@framemill/scheduler';
import type { SecretBox } from '../secrets/secret-box.ts';

/** What admin commands work with; each connection is opened by the first command that asks for it. */
export interface AdminContext {
  plans: Plans;
  database(): Promise<Database>;
  redis(): Promise<Redis>;
  store(): Promise<ObjectStore>;
  scheduler(): Promise<SchedulerClient>;
  /** Encrypts secrets with the configured keys. */
  secrets(): SecretBox;
  /** Applies what the database lacks and returns the names. */
  migrate(): Promise<string[]>;
  /** Names of what the database lacks. */
  pendingMigrations(): Promise<string[]>;
}

/** One option of a command: `--name <value>`. */
export interface AdminOption {
  /** What the value is, for the help: `<address>`. */
  value: string;
  description: string;
  required?: boolean;
}

/** An admin command: `npm run admin -- <noun> <verb> [<id>] [--options]`. */
export interface AdminCommand {
  noun: string;
  verb: string;
  summary: string;
  /** Name of the one positional argument; null when there is none. */
  argument: string | null;
  options: Record<string, AdminOption>;
  /** Returns what `--json` prints. Throws FramemillError with a message for the terminal. */
  run(input: AdminInput, context: AdminContext): Promise<unknown>;
}

/** What was typed: checked for unknown and missing options, values not yet. */
export interface AdminInput {
  argument: string;
  options: Record<string, string | undefined>;
}
