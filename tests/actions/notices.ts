import type { Calls } from "./call";

/** Calls about notices and sessions. */
export const notices: Calls = {
  markNoticesSeen: { right: "notice.see", input: () => ({ until: "2026-01-01T00:00:00.000Z" }), nowhere: true },
  chooseOwnNotices: {
    right: "notice.choose",
    input: () => ({ email: false, webhook: "", kinds: { credential: true, campaign: true, approval: true, receiver: true, key: true } }),
    nowhere: true,
  },
  forgetOwnWebhook: { right: "notice.choose", input: () => ({}), nowhere: true },
  tryOwnNotice: { right: "notice.choose", input: () => ({ way: "webhook" }), nowhere: true, also: { way: "email" } },
  endAllSessions: { right: "member.signOutEverywhere", input: () => ({}), nowhere: true },
};
