import { redirect } from "next/navigation";
import { paths, single } from "@/lib/inputs/paths";
import type { Query } from "../in-service";

export default async function SettingsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { service } = await searchParams;
  redirect(paths.services({ service: single(service) }));
}
