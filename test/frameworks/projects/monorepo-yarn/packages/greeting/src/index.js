export const greeting = 'Page of monorepo-yarn';
