import { templateStates } from "@/lib/directory/template/list";
import { single } from "@/lib/inputs/paths";
import { platforms } from "@/lib/interface/device-kinds";
import type { Query } from "../in-service";

/** Which templates an address of their list asks for; what it cannot ask for narrows nothing. */
export function templateFilter(query: Query) {
  return {
    text: single(query["q"])?.slice(0, 200),
    state: templateStates.find((one) => one === single(query["state"])),
    platform: platforms.find((one) => one === single(query["platform"])),
    tag: single(query["tag"])?.slice(0, 40),
    language: single(query["language"])?.slice(0, 35),
    appid: single(query["appid"])?.slice(0, 200),
  };
}
