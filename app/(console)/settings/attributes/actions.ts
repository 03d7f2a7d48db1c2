"use server";

import { addAttribute as addAttributeVerb } from "@/lib/directory/attribute/add";
import { changeAttribute as changeAttributeVerb } from "@/lib/directory/attribute/change";
import { removeAttribute as removeAttributeVerb } from "@/lib/directory/attribute/remove";
import { paths } from "@/lib/inputs/paths";
import { answer } from "@/lib/verb/answer";

const changes = [paths.attributes(), paths.users()];

export const addAttribute = answer(addAttributeVerb, { changes });
export const changeAttribute = answer(changeAttributeVerb, { changes });
export const removeAttribute = answer(removeAttributeVerb, { changes });
