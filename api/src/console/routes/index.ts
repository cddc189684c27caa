import type { Route, SessionAccess } from '../../routing/define-route.ts';
import { acceptAgreement, createApp, getAgreement, listApps, submitApp, updateApp } from './apps.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import {
  acceptInvitationRoute,
  createOrganisation,
  inviteMember,
  listMembers,
  listOrganisations,
  removeMember,
} from './organisations.ts';
import { deletePluginSecret, setPluginSecret } from './plugin-secrets.ts';
import { signIn, signOut, signUp } from './sessions.ts';
import { connectTelegramBot, disconnectTelegramBot, getTelegramBot } from './telegram-bots.ts';
import { listWebhookDeliveries, redeliverWebhook, testWebhook } from './webhook-deliveries.ts';
import { createWebhook, deleteWebhook, listWebhooks, rotateWebhookSecret, updateWebhook } from './webhooks.ts';

/** All routes of the console. Each file contains the routes of one resource. */
export const consoleRoutes: Route<SessionAccess>[] = [
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
