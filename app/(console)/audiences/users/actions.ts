"use server";

import { importUsers as importUsersVerb } from "@/lib/directory/user/merge";
import { answer } from "@/lib/verb/answer";

/** Refreshes no page: that is done when the whole file is. */
export const importUsers = answer(importUsersVerb);
