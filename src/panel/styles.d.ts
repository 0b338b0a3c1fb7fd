/** Stylesheets are imported for webpack alone. */
declare module '*.scss';
