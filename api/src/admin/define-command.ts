import type { Database, ObjectStore, Redis } from '@framemill/infra';
import type { Ages, Plans, SchedulerClient } from '@framemill/scheduler';
import type { SecretBox } from '../secrets/secret-box.ts';

/** Services that admin commands use. Each connection is opened on its first use. */
export interface AdminContext {
  /** Public address of the service, without a trailing slash. */
  apiHost: string;
  plans: Plans;
  /** Ages at which the sweep removes data, as the configuration sets them. */
  ages: Partial<Ages>;
  database(): Promise<Database>;
  redis(): Promise<Redis>;
  store(): Promise<ObjectStore>;
  scheduler(): Promise<SchedulerClient>;
  /** Returns the object that encrypts and decrypts secrets with the configured keys. */
  secrets(): SecretBox;
  /** Applies the pending migrations and returns their names. */
  migrate(): Promise<string[]>;
  /** Returns the names of the migrations that the database lacks. */
  pendingMigrations(): Promise<string[]>;
}

/** Option of a command: `--name <value>`, or `--name` alone. */
export interface AdminOption {
  /** Placeholder of the value in the help, such as `<address>`; null: the option takes no value. */
  value: string | null;
  description: string;
  required?: boolean;
}

/** Admin command: `npm run admin -- <noun> <verb> [<id>] [--options]`. */
export interface AdminCommand {
  noun: string;
  verb: string;
  summary: string;
  /** Name of the only positional argument; null when the command takes none. */
  argument: string | null;
  options: Record<string, AdminOption>;
  /**
   * Runs the command and returns the value that `--json` prints. Throws `FramemillError` with a message for the
   * terminal.
   */
  run(input: AdminInput, context: AdminContext): Promise<unknown>;
}

/**
 * Arguments of a command. Unknown and missing options are already refused; the values are not yet checked. The value of
 * an option that takes none is an empty text.
 */
export interface AdminInput {
  argument: string;
  options: Record<string, string | undefined>;
}
