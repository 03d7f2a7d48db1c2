/**
 * A time that Clarion counts from the present: a pause, a lease, an undo window, the life of a
 * message.
 */
interface MovingTime {
  /** The rows that this holds for, as a condition; all of them when left out. */
  rows?: string;
  /** The column whose time counts while this one is null. */
  otherwise?: string;
}

/** Those, by `table.column`: on a local database whose clock jumps they are moved along. */
export const movingTimes: Readonly<Record<string, MovingTime>> = {
  "delivery.next_at": {},
  "update.next_at": {},
  "update_slice.next_at": {},
  "job.next_at": {},
  // A scheduled campaign is due at the time that a user chose.
  "campaign_order.due_at": { rows: "state = 'sending'" },
  "campaign_order.undo_until": { rows: "state = 'sending'" },
  "message.counted_from": { rows: "state <> 'done'", otherwise: "accepted_at" },
  "rate_bucket.at": {},
  "session.challenge_until": {},
  "sign_in_step.expires_at": {},
  "sign_in_failure.until": {},
  "circuit.probe_at": {},
  "circuit.seen_at": {},
  "notice_settings.tell_from": {},
};

/** Those that a user chose, or was shown: they stay, for any change of a clock. @internal */
export const calendarTimes: readonly string[] = [
  "approval.expires_at",
  "credential.expires_at",
  "campaign_order.starts_at",
  "invitation.expires_at",
  "jwt_secret.expires_at",
  "message.expires_at",
  "password_reset.expires_at",
  "preview_link.expires_at",
  "service_key.expires_at",
];

/**
 * Those that say when something was. Where an age counts (a session, a key of idempotency), it is
 * the age by the clock as it is. @internal
 */
export const pastTimes: readonly string[] = [
  "app.created_at",
  "approval.asked_at",
  "approval.decided_at",
  "approval.ended_at",
  "audience.created_at",
  "audience.ready_at",
  "audience.removed_at",
  "audit_event.at",
  "authenticator_app.created_at",
  "campaign.archived_at",
  "campaign.created_at",
  "campaign.updated_at",
  "campaign_order.created_at",
  "campaign_order.started_at",
  "campaign_order.updated_at",
  "circuit.opened_at",
  "credential.checked_at",
  "credential.created_at",
  "credential.flagged_at",
  "credential.updated_at",
  "credential.worked_at",
  "delivery.delivered_at",
  "delivery.ended_at",
  "delivery.queued_at",
  "delivery.read_at",
  "delivery.submitted_at",
  "delivery.updated_at",
  "device.created_at",
  "device.doubted_at",
  "device.last_seen_at",
  "device.state_at",
  "early_receipt.at",
  "erasure.created_at",
  "erasure.finished_at",
  "idempotency_record.created_at",
  "inbox.created_at",
  "inbox_update.at",
  "invitation.created_at",
  "job.created_at",
  "jwt_secret.created_at",
  "jwt_secret.last_used_at",
  "media.created_at",
  "media_upload.created_at",
  "member.created_at",
  "member.disabled_at",
  "member.seen_at",
  "membership.created_at",
  "message.accepted_at",
  "notice_settings.seen_at",
  "notice_told.at",
  "notify_auth.created_at",
  "notify_auth.deleted_at",
  "passkey.created_at",
  "passkey.used_at",
  "password_reset.created_at",
  "preview_link.created_at",
  "preview_link.last_opened_at",
  "preview_link.revoked_at",
  "quota_use.minute",
  "service.created_at",
  "service_key.created_at",
  "service_key.last_used_at",
  "service_key.revoked_at",
  "service_key_use.hour",
  "session.seen_at",
  "session.signed_in_at",
  "sign_on_account.created_at",
  "sign_on_connection.created_at",
  "sign_on_connection.proven_at",
  "sign_on_connection.updated_at",
  "sign_on_state.used_at",
  "sign_on_trial.created_at",
  "suppression.created_at",
  "template.archived_at",
  "template.created_at",
  "template.published_at",
  "template_draft.updated_at",
  "template_use.last_at",
  "template_version.created_at",
  "update.created_at",
  "update.sent_at",
  "update_attempt.at",
  "update_slice.created_at",
  "webhook.created_at",
  "webhook.disabled_at",
];
