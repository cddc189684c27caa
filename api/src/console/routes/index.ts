import type { ConsoleRoute } from '../define-console-route.ts';
import { acceptAgreement } from './accept-agreement.ts';
import { acceptInvitationRoute } from './accept-invitation.ts';
import { connectTelegramBot } from './connect-telegram-bot.ts';
import { createApp } from './create-app.ts';
import { createKey } from './create-key.ts';
import { createOrganisation } from './create-organisation.ts';
import { createWebhook } from './create-webhook.ts';
import { deletePluginSecret } from './delete-plugin-secret.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { disconnectTelegramBot } from './disconnect-telegram-bot.ts';
import { getAgreement } from './get-agreement.ts';
import { getTelegramBot } from './get-telegram-bot.ts';
import { inviteMember } from './invite-member.ts';
import { listApps } from './list-apps.ts';
import { listKeys } from './list-keys.ts';
import { listMembers } from './list-members.ts';
import { listOrganisations } from './list-organisations.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import { redeliverWebhook } from './redeliver-webhook.ts';
import { removeMember } from './remove-member.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { setPluginSecret } from './set-plugin-secret.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { submitApp } from './submit-app.ts';
import { testWebhook } from './test-webhook.ts';
import { updateApp } from './update-app.ts';
import { updateWebhook } from './update-webhook.ts';

/** All routes of the console, each defined in a file of its own. */
export const consoleRoutes: ConsoleRoute[] = [
  signUp,
  signIn,
  signOut,
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  setPluginSecret,
  deletePluginSecret,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  redeliverWebhook,
  getAgreement,
  acceptAgreement,
  createApp,
  listApps,
  updateApp,
  submitApp,
  connectTelegramBot,
  getTelegramBot,
  disconnectTelegramBot,
  createKey,
  listKeys,
  revokeKey,
  createOrganisation,
  listOrganisations,
  inviteMember,
  acceptInvitationRoute,
  listMembers,
  removeMember,
];
