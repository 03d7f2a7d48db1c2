"use server";

import { removeConnection } from "@/lib/sign-on/remove";
import { saveConnection } from "@/lib/sign-on/save";
import { answer } from "@/lib/verb/answer";

const changes = ["/settings/sign-on"];

/** Sets up a way to sign in by an OpenID provider, or changes it. */
export const keepConnection = answer(saveConnection, { changes: [...changes, "/settings/sign-on/[id]"] });

/** Removes such a way. */
export const dropConnection = answer(removeConnection, { changes });
