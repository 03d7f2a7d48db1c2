"use client";

import { ErrorView } from "@/components/shell/error-view";

export default function AppsError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorView error={error} onRetry={retry} />;
}
