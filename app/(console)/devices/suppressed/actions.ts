"use server";

import { suppress as suppressVerb } from "@/lib/directory/suppression/suppress";
import { unsuppress as unsuppressVerb } from "@/lib/directory/suppression/unsuppress";
import { answer, answerEach } from "@/lib/verb/answer";

export const suppress = answer(suppressVerb, { changes: ["/devices/suppressed"] });
export const unsuppressEach = answerEach(unsuppressVerb, { changes: ["/devices/suppressed"] });
