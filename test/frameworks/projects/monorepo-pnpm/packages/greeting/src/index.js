export const greeting = 'Page of monorepo-pnpm';
