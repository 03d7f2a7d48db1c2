import type { Calls } from "./call";

/** Calls about notices and sessions. */
export const notices: Calls = {
  seeNotices: {
    right: "notice.see",
    input: () => ({ until: "2026-01-01T00:00:00.000Z" }),
    nowhere: true,
  },
  chooseNotices: {
    right: "notice.choose",
    input: () => ({
      email: false,
      webhook: "",
      kinds: { credential: true, campaign: true, approval: true, receiver: true, key: true },
    }),
    nowhere: true,
  },
  forgetNoticeWebhook: { right: "noticeWebhook.forget", input: () => ({}), nowhere: true },
  tryNotice: {
    right: "notice.choose",
    input: () => ({ way: "webhook" }),
    nowhere: true,
    also: { way: "email" },
  },
  signOutEverywhere: { right: "self.signOutEverywhere", input: () => ({}), nowhere: true },
};
