/** Only webpack uses imports of stylesheets. */
declare module '*.scss';
