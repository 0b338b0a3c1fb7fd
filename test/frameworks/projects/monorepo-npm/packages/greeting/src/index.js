export const greeting = 'Page of monorepo-npm';
