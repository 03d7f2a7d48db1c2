"use client";

import { signOut } from "next-auth/react";

/** Signs out and opens the sign-in page anew, so that nothing of the old session stays in memory. */
export function leave(): void {
  void signOut({ redirect: false }).finally(() => window.location.assign("/sign-in"));
}
