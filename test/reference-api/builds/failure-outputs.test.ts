/** Each output was printed by the newest or the previous major version of a tool that built a broken project. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandFailureMessage } from '../../../src/reference-api/builds/failure-message.ts';
import type { Manager } from '../../../src/reference-api/builds/failures/failure.ts';
import { outputLines } from '../../../src/reference-api/builds/log-file.ts';

const FOLDER = path.join( import.meta.dirname, 'outputs' );

/** The message of each output in `outputs/`. The number in a name is the major version of the tool. */
const MESSAGES: Readonly< Record< string, string > > = {
	'astro6-adapter':
		"npm run build ended with code 1. Astro renders pages on the server, and no adapter is installed. Run npm install @astrojs/node, add it to astro.config.mjs with mode: 'standalone', then upload again.",
	'astro6-content':
		'npm run build ended with code 1. Error in src/blog/first.md: “blog → first data does not match collection schema. title: title: Required”. Correct it, then upload again.',
	'astro6-integration':
		'npm run build ended with code 1. The package “@astrojs/react” is missing. It is imported in astro.config.mjs. Run npm install @astrojs/react, then upload again.',
	'astro6-missing-file':
		'npm run build ended with code 1. The file “../components/Header.astro” is missing. It is imported in src/pages/index.astro. File names are case-sensitive, and files listed in .gitignore may be missing from the zip. Add the file, then upload again.',
	'astro6-missing-package':
		'npm run build ended with code 1. The package “slugify” is missing. It is imported in src/pages/index.astro. Run npm install slugify, then upload again.',
	'astro6-page-throws':
		"npm run build ended with code 1. The page /posts could not be built. First error: “Cannot read properties of undefined (reading 'rendered')”. Correct the cause, then deploy again.",
	'astro6-static-paths':
		'npm run build ended with code 1. Error in src/pages/[slug].astro: “`getStaticPaths()` function is required for dynamic routes. Make sure that you `export` a `getStaticPaths()` function from your dynamic route”. Correct it, then upload again.',
	'astro6-syntax':
		'npm run build ended with code 1. Error in src/pages/index.astro, line 2: “Unexpected ";"”. Correct it, then upload again.',
	'astro7-adapter':
		"npm run build ended with code 1. Astro renders pages on the server, and no adapter is installed. Run npm install @astrojs/node, add it to astro.config.mjs with mode: 'standalone', then upload again.",
	'astro7-content':
		'npm run build ended with code 1. Error in src/blog/first.md: “blog → first data does not match collection schema. title: title: Required”. Correct it, then upload again.',
	'astro7-integration':
		'npm run build ended with code 1. The package “@astrojs/react” is missing. It is imported in astro.config.mjs. Run npm install @astrojs/react, then upload again.',
	'astro7-missing-file':
		'npm run build ended with code 1. The file “../components/Header.astro” is missing. It is imported in src/pages/index.astro, line 2. File names are case-sensitive, and files listed in .gitignore may be missing from the zip. Add the file, then upload again.',
	'astro7-missing-package':
		'npm run build ended with code 1. The package “slugify” is missing. It is imported in src/pages/index.astro. Run npm install slugify, then upload again.',
	'astro7-page-throws':
		"npm run build ended with code 1. The page /posts could not be built. First error: “Cannot read properties of undefined (reading 'rendered')”. Correct the cause, then deploy again.",
	'astro7-static-paths':
		'npm run build ended with code 1. Error in src/pages/[slug].astro: “`getStaticPaths()` function is required for dynamic routes. Make sure that you `export` a `getStaticPaths()` function from your dynamic route”. Correct it, then upload again.',
	'astro7-syntax':
		'npm run build ended with code 1. Error in src/pages/index.astro, line 2: “Unexpected token”. Correct it, then upload again.',
	'bash-not-executable':
		'npm run build ended with code 126. The file “scripts/build.sh” is not executable, because Windows does not store this permission in a zip. Call it as “sh scripts/build.sh” in package.json, then upload again.',
	'eleventy2-filter':
		'npm run build ended with code 1. Error in posts.njk: “Error: filter not found: slugifyy”. Correct it, then upload again.',
	'eleventy2-layout':
		'npm run build ended with code 1. First error: “TemplateLayoutPathResolver directory does not exist for post.njk: _includes”. Correct the cause, then deploy again.',
	'eleventy3-data':
		"npm run build ended with code 1. First error, in _data/posts.js, line 3: “TypeError: Cannot read properties of undefined (reading 'rendered')”. Correct it, then upload again.",
	'eleventy3-filter':
		'npm run build ended with code 1. Error in posts.njk: “filter not found: slugifyy”. Correct it, then upload again.',
	'eleventy3-layout':
		'npm run build ended with code 1. Error in posts.md: “You’re trying to use a layout that does not exist: _includes/post.njk”. Correct it, then upload again.',
	'eleventy3-liquid':
		'npm run build ended with code 1. Error in posts.md, line 1: “tag {% if a %} not closed”. Correct it, then upload again.',
	'esbuild-missing-package':
		'npm run build ended with code 1. The package “axios” is missing. It is imported in src/index.js, line 1. Run npm install axios, then upload again.',
	'esbuild-syntax':
		'npm run build ended with code 1. Error in src/index.js, line 1: “Unexpected ";"”. Correct it, then upload again.',
	'eslint10-errors':
		"npm run build ended with code 1. ESLint found an error (no-unused-vars) in src/cart.js, line 2: “'sum' is assigned a value but never used”. There are 2 more errors. Correct it or change the rule, then upload again.",
	'eslint10-no-config':
		'npm run build ended with code 2. ESLint has no settings: eslint.config.js is missing. Add it, or leave ESLint out of the script “build”, then upload again.',
	'eslint10-plugin':
		'npm run build ended with code 2. The package “eslint-plugin-react” is missing. It is imported in eslint.config.js. Run npm install eslint-plugin-react, then upload again.',
	'eslint10-warnings':
		"npm run build ended with code 1. ESLint found more warnings than it allows (no-unused-vars) in src/cart.js, line 2: “'sum' is assigned a value but never used”. There is 1 more warning. Correct it or change --max-warnings, then upload again.",
	'eslint9-errors':
		"npm run build ended with code 1. ESLint found an error (no-unused-vars) in src/cart.js, line 2: “'sum' is assigned a value but never used”. There are 2 more errors. Correct it or change the rule, then upload again.",
	'eslint9-no-config':
		'npm run build ended with code 2. ESLint has no settings: eslint.config.js is missing. Add it, or leave ESLint out of the script “build”, then upload again.',
	'git-config':
		'npm install ended with code 128. An upload contains no .git folder, and a script needs one. Make the script continue without Git, for example by “|| true”, then deploy again.',
	'git-missing-repo':
		'npm run build ended with code 128. An upload contains no .git folder, and a script needs one. Make the script continue without Git, for example by “|| true”, then deploy again.',
	'husky7-no-git':
		'npm install ended with code 1. An upload contains no .git folder, and this version of husky needs one. Run npm install --save-dev husky@9, then upload again.',
	'husky7-own-error':
		'npm install ended with code 1. First error, in setup.js, line 1: “No settings”. Correct it, then upload again.',
	'husky8-no-git':
		'npm install ended with code 1. An upload contains no .git folder, and husky needs one. Set the shell variable HUSKY to 0, then deploy again.',
	'husky8-no-git-pnpm':
		'pnpm install ended with code 1. An upload contains no .git folder, and husky needs one. Set the shell variable HUSKY to 0, then deploy again.',
	'husky8-own-error':
		'npm install ended with code 1. First error, in setup.js, line 1: “No settings”. Correct it, then upload again.',
	'husky9-git-config':
		'npm install ended with code 128. An upload contains no .git folder, and a script needs one. Make the script continue without Git, for example by “|| true”, then deploy again.',
	'husky9-not-installed':
		'npm install ended with code 127. The script “prepare” runs husky, which is not installed. Run npm install --save-dev husky, or change “prepare” to “husky || true”, then upload again.',
	'husky9-own-error':
		'npm install ended with code 1. First error, in setup.js, line 1: “No settings”. Correct it, then upload again.',
	'jest30-fails':
		'npm run build ended with code 1. The test “adds the prices” failed in cart.test.js, line 2: “expect(received).toBe(expected) // Object.is equality”. Correct it, or leave the tests out of the script “build”, then upload again.',
	'lefthook-no-git':
		'npm install ended with code 1. An upload contains no .git folder, and a script needs one. Make the script continue without Git, for example by “|| true”, then deploy again.',
	'next15-eslint':
		"npm run build ended with code 1. ESLint found an error (react/no-unescaped-entities) in app/page.tsx, line 2: “`'` can be escaped with `&apos;`, `&lsquo;`, `&#39;`, `&rsquo;`”. Correct it or change the rule, then upload again.",
	'next15-export-dynamic':
		"npm run build ended with code 1. The page /posts/[slug] could not be built. With output: 'export' it needs generateStaticParams(). Add it, or remove “output” from next.config, then upload again.",
	'next15-font':
		'npm run build ended with code 1. The font Inter could not be fetched from Google Fonts. Store the font in the project and use next/font/local, or let the machine of the platform reach fonts.googleapis.com. Then deploy again.',
	'next15-missing-file':
		'npm run build ended with code 1. The file “../components/Header” is missing. It is imported in app/page.tsx. File names are case-sensitive, and files listed in .gitignore may be missing from the zip. Add the file, then upload again.',
	'next15-missing-package':
		'npm run build ended with code 1. The package “swr” is missing. It is imported in app/page.tsx. Run npm install swr, then upload again.',
	'next15-no-pages':
		'npm run build ended with code 1. The project has no folder “app” or “pages”. Files listed in .gitignore may be missing from the zip, and the environment’s root directory may be another one. Correct it, then upload again.',
	'next15-prerender':
		"npm run build ended with code 1. The page /posts could not be built. First error: “TypeError: Cannot read properties of undefined (reading 'rendered')”. Correct the cause, then deploy again.",
	'next15-start-without-build':
		'npm run start ended with code 1. “.next” is missing: the script “build” does not exist or does not run next build. Correct “build” in package.json, then upload again.',
	'next15-suspense':
		'npm run build ended with code 1. The page /search could not be built. useSearchParams() needs a <Suspense> around the component that calls it. Add it, then upload again.',
	'next15-syntax':
		'npm run build ended with code 1. Error in app/page.tsx, line 2: “Expected corresponding JSX closing tag for <h1>”. Correct it, then upload again.',
	'next15-type-error':
		"npm run build ended with code 1. Type error in app/posts/page.tsx, line 5: “Property 'titel' does not exist on type 'Post'. Did you mean 'title'?”. Correct it, then upload again.",
	'next15-use-client':
		'npm run build ended with code 1. Error in app/page.tsx, line 1: “You\'re importing a component that needs `useState`. This React Hook only works in a Client Component. To fix, mark the file (or its parent) with the `"use client"` directive”. Correct it, then upload again.',
	'next15-wordpress-down':
		'npm run build ended with code 1. The page /posts could not be built. WordPress at http://localhost:48123 could not be reached. Start WordPress or correct the URL of the install, then deploy again.',
	'next16-export-dynamic':
		"npm run build ended with code 1. The page /posts/[slug] could not be built. With output: 'export' it needs generateStaticParams(). Add it, or remove “output” from next.config, then upload again.",
	'next16-font':
		'npm run build ended with code 1. The font Inter could not be fetched from Google Fonts. Store the font in the project and use next/font/local, or let the machine of the platform reach fonts.googleapis.com. Then deploy again.',
	'next16-missing-file':
		'npm run build ended with code 1. The file “../components/Header” is missing. It is imported in app/page.tsx, line 1. File names are case-sensitive, and files listed in .gitignore may be missing from the zip. Add the file, then upload again.',
	'next16-missing-package':
		'npm run build ended with code 1. The package “swr” is missing. It is imported in app/page.tsx, line 1. Run npm install swr, then upload again.',
	'next16-no-pages':
		'npm run build ended with code 1. The project has no folder “app” or “pages”. Files listed in .gitignore may be missing from the zip, and the environment’s root directory may be another one. Correct it, then upload again.',
	'next16-prerender':
		"npm run build ended with code 1. The page /posts could not be built. First error, in app/posts/page.tsx, line 7: “TypeError: Cannot read properties of undefined (reading 'rendered')”. Correct it, then upload again.",
	'next16-start-without-build':
		'npm run start ended with code 1. “.next” is missing: the script “build” does not exist or does not run next build. Correct “build” in package.json, then upload again.',
	'next16-suspense':
		'npm run build ended with code 1. The page /search could not be built. useSearchParams() needs a <Suspense> around the component that calls it. Add it, then upload again.',
	'next16-syntax':
		'npm run build ended with code 1. Error in app/page.tsx, line 2: “Expected corresponding JSX closing tag for <h1>”. Correct it, then upload again.',
	'next16-type-error':
		"npm run build ended with code 1. Type error in app/posts/page.tsx, line 5: “Property 'titel' does not exist on type 'Post'. Did you mean 'title'?”. Correct it, then upload again.",
	'next16-use-client':
		'npm run build ended with code 1. Error in app/page.tsx, line 1: “You\'re importing a module that depends on `useState` into a React Server Component module. This API is only available in Client Components. To fix, mark the file (or its parent) with the `"use client"` directive”. Correct it, then upload again.',
	'next16-wordpress-down':
		'npm run build ended with code 1. The page /posts could not be built. WordPress at http://localhost:48123 could not be reached. Start WordPress or correct the URL of the install, then deploy again.',
	'node20-memory':
		'npm run build ended with code 134. Node.js ran out of memory. Set the shell variable NODE_OPTIONS to --max-old-space-size=4096, or reduce the memory that the build needs. Then deploy again.',
	'node20-missing-package-cjs':
		'npm run start ended with code 1. The package “express” is missing. It is imported in server.js, line 1. Run npm install express, then upload again.',
	'node20-option':
		'npm run start ended with code 9. This version of Node.js does not support the option --experimental-strip-types. Set engines.node in package.json to a version that does, or remove the option, then upload again.',
	'node20-type-error':
		"npm run build ended with code 1. First error, in build.js, line 4: “TypeError: Cannot read properties of undefined (reading 'rendered')”. Correct it, then upload again.",
	'node24-env-file':
		'npm run start ended with code 9. The script names the file .env, which is not in the upload. Use --env-file-if-exists, and set its variables as shell variables of the environment, then upload again.',
	'node24-fetch-failed':
		'npm run build ended with code 1. WordPress at http://localhost:48123 could not be reached. Start WordPress or correct the URL of the install, then deploy again.',
	'node24-import-in-commonjs':
		'npm run start ended with code 1. Error in server.js, line 1: “import is used in a CommonJS file”. Set "type": "module" in package.json, or rename the file to .mjs, then upload again.',
	'node24-json-import':
		'npm run build ended with code 1. First error: “TypeError [ERR_IMPORT_ATTRIBUTE_MISSING]: Module "data.json" needs an import attribute of "type: json"”. Correct the cause, then deploy again.',
	'node24-memory':
		'npm run build ended with code 134. Node.js ran out of memory. Set the shell variable NODE_OPTIONS to --max-old-space-size=4096, or reduce the memory that the build needs. Then deploy again.',
	'node24-missing-export':
		"npm run build ended with code 1. First error, in build.js, line 1: “SyntaxError: The requested module './title.js' does not provide an export named 'titel'”. Correct it, then upload again.",
	'node24-missing-file':
		'npm run start ended with code 1. The file “./config” is missing. It is imported in server.js, line 1. File names are case-sensitive, and files listed in .gitignore may be missing from the zip. Add the file, then upload again.',
	'node24-missing-output':
		'npm run start ended with code 1. “dist/server.js” is missing: the script “build” does not exist or did not write it. Let “build” write dist/server.js, or correct the path in the script “start”, then upload again.',
	'node24-missing-package-cjs':
		'npm run start ended with code 1. The package “express” is missing. It is imported in server.js, line 1. Run npm install express, then upload again.',
	'node24-missing-package':
		'npm run start ended with code 1. The package “express” is missing. It is imported in server.js. Run npm install express, then upload again.',
	'node24-own-error':
		'npm run build ended with code 1. First error, in build.js, line 5: “SettingsError: WORDPRESS_URL is not set”. Correct it, then upload again.',
	'node24-port-taken':
		'npm run start ended with code 1. Port 48150 is already in use. The application must listen on the port in the variable PORT.',
	'node24-rejection':
		'npm run build ended with code 1. The code rejected a promise: “no posts”. Correct the cause, then deploy again.',
	'node24-require-in-module':
		'npm run start ended with code 1. Error in server.js, line 1: “require is not defined in an ES module”. Use import, or rename the file to .cjs, then upload again.',
	'node24-syntax':
		'npm run build ended with code 1. First error, in build.js, line 1: “SyntaxError: Invalid or unexpected token”. Correct it, then upload again.',
	'node24-test':
		'npm run build ended with code 1. The test “adds the prices” failed in test/cart.test.js, line 4: “AssertionError [ERR_ASSERTION]: Expected values to be strictly equal”. Correct it, or leave the tests out of the script “build”, then upload again.',
	'node24-type-error':
		"npm run build ended with code 1. First error, in build.js, line 4: “TypeError: Cannot read properties of undefined (reading 'rendered')”. Correct it, then upload again.",
	'node24-typescript':
		'npm run build ended with code 1. First error, in build.ts, line 1: “SyntaxError [ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX]: TypeScript enum is not supported in strip-only mode”. Correct it, then upload again.',
	'npm-run-all-unknown':
		'npm run build ended with code 127. The command “run-s” was not found. Add the package that provides it, for example by npm install npm-run-all2, then upload again.',
	'npm10-eresolve':
		'npm install ended with code 1. The packages have conflicting dependencies: react-dom@18.2.0 needs react@^18.2.0, and the project has react@19.0.0. Run npm install on your machine and fix the conflict, then upload again with package-lock.json.',
	'npm10-lock-missing':
		'npm ci ended with code 1. package.json and package-lock.json disagree about is-even@1.0.0. Run npm install, then upload again.',
	'npm11-engine':
		'npm install ended with code 1. The project requires Node.js 18, and Node.js 24.21.0 is used. Install Node.js 18 on the machine of the platform, or change engines.node in package.json, then deploy again.',
	'npm11-eresolve':
		'npm install ended with code 1. The packages have conflicting dependencies: react-dom@18.2.0 needs react@^18.2.0, and the project has react@19.0.0. Run npm install on your machine and fix the conflict, then upload again with package-lock.json.',
	'npm11-git':
		'npm install ended with code 128. The Git repository ssh://git@localhost:48122/acme/ui.git could not be read. Use a version from the registry, or an address that needs no key, in package.json. Run npm install, then upload again.',
	'npm11-gyp':
		'npm install ended with code 1. A package has to be compiled, and the headers of Node.js could not be downloaded. Check the network and the proxy (HTTPS_PROXY), then deploy again.',
	'npm11-incomplete-package':
		'npm run build ended with code 1. The package “astro” is incomplete: its file dist/cli/throw-and-exit.js is missing. Leave node_modules out of the zip and try another version of the package, then upload again.',
	'npm11-json':
		'npm install ended with code 1. package.json is not valid JSON (line 1). Correct it, then upload again.',
	'npm11-lock-conflict':
		'npm ci ended with code 1. package.json and package-lock.json disagree about is-odd@3.0.1. Run npm install, then upload again.',
	'npm11-lock-missing':
		'npm ci ended with code 1. package.json and package-lock.json disagree about is-even@1.0.0. Run npm install, then upload again.',
	'npm11-lock-version':
		'npm ci ended with code 1. package.json and package-lock.json disagree about is-odd@3.0.1. Run npm install, then upload again.',
	'npm11-nested-script':
		'npm run build ended with code 1. First error, in compile.js, line 2: “The template post.html has no title”. Correct it, then upload again.',
	'npm11-no-package':
		'npm install ended with code 1. The registry has no package @acme/nope@1.0.0. Correct package.json, run npm install, then upload again.',
	'npm11-no-script':
		'npm run build ended with code 1. package.json has no script “codegen”. It has build, start.',
	'npm11-no-version':
		'npm install ended with code 1. The registry has no package is-odd@99.0.0. Correct package.json, run npm install, then upload again.',
	'npm11-not-executable':
		'npm run build ended with code 126. The file “build.sh” is not executable, because Windows does not store this permission in a zip. Call it as “sh ./build.sh” in package.json, then upload again.',
	'npm11-package-script':
		'npm install ended with code 1. The package “dep” could not be installed. First error: “No binary for this system”. Correct the cause, then deploy again.',
	'npm11-postinstall':
		"npm install ended with code 1. First error, in scripts/setup.js, line 2: “ENOENT: no such file or directory, open 'settings.json'”. Correct it, then upload again.",
	'npm11-registry-down':
		'npm install ended with code 1. The registry http://localhost:48121 could not be reached. Check the network and the proxy (HTTPS_PROXY), then deploy again.',
	'npm11-workspace-name':
		'npm run build ended with code 1. package.json has no workspace “shop”. Correct the script or “workspaces” in package.json, then upload again.',
	'npm11-workspace-protocol':
		'npm install ended with code 1. package.json names a package as “workspace:”, which npm does not support. Upload the whole workspace with its pnpm-lock.yaml or yarn.lock, or name a version, then upload again.',
	'npm11-workspace-script':
		'npm run build ended with code 1. First error, in apps/web/build.js, line 1: “The template post.html has no title”. Correct it, then upload again.',
	'nuxt3-missing-package':
		'npm run build ended with code 1. The package “slugify” is missing. It is imported in app.vue. Run npm install slugify, then upload again.',
	'nuxt3-module':
		'npm run build ended with code 1. The package “@nuxtjs/tailwindcss” is missing. It is imported in nuxt.config.ts. Run npm install @nuxtjs/tailwindcss, then upload again.',
	'nuxt3-prerender-500':
		'npm run build ended with code 1. The page / could not be built. It answers “[500] Server Error” while pages are prerendered. Correct the page or the link to it, then upload again.',
	'nuxt3-prerender':
		'npm run build ended with code 1. The page /about could not be built. It answers “[404] Page not found: /about” while pages are prerendered. Correct the page or the link to it, then upload again.',
	'nuxt3-start':
		'npm run start ended with code 1. “.output/server/index.mjs” is missing: the script “build” does not exist or did not write it. Let “build” write .output/server/index.mjs, or correct the path in the script “start”, then upload again.',
	'nuxt3-syntax':
		'npm run build ended with code 1. Error in app.vue, line 1: “Element is missing end tag”. Correct it, then upload again.',
	'nuxt4-missing-package':
		'npm run build ended with code 1. The package “slugify” is missing. It is imported in app.vue. Run npm install slugify, then upload again.',
	'nuxt4-module':
		'npm run build ended with code 1. The package “@nuxtjs/tailwindcss” is missing. It is imported in nuxt.config.ts. Run npm install @nuxtjs/tailwindcss, then upload again.',
	'nuxt4-prerender-500':
		'npm run build ended with code 1. The page / could not be built. It answers “[500] Server Error” while pages are prerendered. Correct the page or the link to it, then upload again.',
	'nuxt4-prerender':
		'npm run build ended with code 1. The page /about could not be built. It answers “[404] Page not found: /about” while pages are prerendered. Correct the page or the link to it, then upload again.',
	'nuxt4-start':
		'npm run start ended with code 1. “.output/server/index.mjs” is missing: the script “build” does not exist or did not write it. Let “build” write .output/server/index.mjs, or correct the path in the script “start”, then upload again.',
	'nuxt4-syntax':
		'npm run build ended with code 1. Error in app.vue, line 1: “Element is missing end tag”. Correct it, then upload again.',
	'pnpm11-engine':
		'pnpm install ended with code 1. The project requires Node.js 18, and Node.js 24.21.0 is used. Install Node.js 18 on the machine of the platform, or change engines.node in package.json, then deploy again.',
	'pnpm11-missing-command':
		'npm run build ended with code 1. The command “next” was not found. Add the package that provides it, for example by pnpm add next, then upload again.',
	'pnpm11-no-package':
		'pnpm install ended with code 1. The registry has no package @acme/nope. Correct package.json, run pnpm install, then upload again.',
	'pnpm11-no-version':
		'pnpm install ended with code 1. The registry has no package is-odd@99.0.0. Correct package.json, run pnpm install, then upload again.',
	'pnpm11-outdated-lock':
		'pnpm install ended with code 1. package.json and pnpm-lock.yaml disagree about is-odd@2.0.0. Run pnpm install, then upload again.',
	'pnpm11-script':
		'npm run build ended with code 1. First error, in compile.js, line 1: “The template post.html has no title”. Correct it, then upload again.',
	'pnpm11-workspace-script':
		'npm run build ended with code 1. First error, in apps/web/build.js, line 1: “The template post.html has no title”. Correct it, then upload again.',
	'pnpm12-builds':
		'pnpm install ended with code 1. pnpm does not run the install scripts of esbuild@0.25.0. Run pnpm approve-builds, which writes your decision to pnpm-workspace.yaml, then upload again.',
	'pnpm12-missing-script':
		'npm run build ended with code 1. package.json has no script “codegen”. It has build, start.',
	'pnpm12-no-package':
		'pnpm install ended with code 1. The registry has no package @acme/nope@1.0.0. Correct package.json, run pnpm install, then upload again.',
	'pnpm12-no-version':
		'pnpm install ended with code 1. The registry has no package is-odd@99.0.0. Correct package.json, run pnpm install, then upload again.',
	'pnpm12-outdated-lock':
		'pnpm install ended with code 1. package.json and pnpm-lock.yaml disagree about is-odd@2.0.0. Run pnpm install, then upload again.',
	'pnpm12-prepare':
		'pnpm install ended with code 1. First error, in scripts/prepare.js, line 1: “No settings”. Correct it, then upload again.',
	'pnpm12-script':
		'npm run build ended with code 1. First error, in compile.js, line 1: “The template post.html has no title”. Correct it, then upload again.',
	'pnpm12-workspace-package':
		'pnpm install ended with code 1. package.json names the package “ui” of the workspace, which the upload does not contain. Upload the whole workspace, and set the environment’s root directory to the folder of the application.',
	'pnpm12-workspace-script':
		'npm run build ended with code 1. First error, in apps/web/build.js, line 1: “The template post.html has no title”. Correct it, then upload again.',
	'prettier2-check':
		'npm run build ended with code 1. Prettier would format src/cart.js in another way. Run npx prettier --write, or leave the check out of the script “build”, then upload again.',
	'prettier3-check':
		'npm run build ended with code 1. Prettier would format src/cart.js in another way. Run npx prettier --write, or leave the check out of the script “build”, then upload again.',
	'prettier3-syntax':
		'npm run build ended with code 2. Syntax error in src/user.js, line 1: “Unexpected token”. Correct it, then upload again.',
	'react-router7-missing-package':
		'npm run build ended with code 1. The package “clsx” is missing. It is imported in app/home.tsx. Run npm install clsx, then upload again.',
	'react-router7-missing-route':
		'npm run build ended with code 1. The file “app/about.tsx” is missing. File names are case-sensitive, and files listed in .gitignore may be missing from the zip. Add the file, then upload again.',
	'react-router7-prerender':
		"npm run build ended with code 1. First error: “TypeError: Cannot read properties of undefined (reading 'rendered')”. Correct the cause, then deploy again.",
	'react-router7-server-only':
		'npm run build ended with code 1. app/home.tsx uses the module “./key.server” of the server in the browser. Use it only in loader, action, middleware and headers, then upload again.',
	'react-router7-start':
		'npm run start ended with code 1. “build/server/index.js” is missing: the script “build” does not exist or did not write it. Let “build” write build/server/index.js, or correct the path in the script “start”, then upload again.',
	'react-router7-syntax':
		'npm run build ended with code 1. Error in app/home.tsx, line 2: “Unexpected closing "h2" tag does not match opening "h1" tag”. Correct it, then upload again.',
	'react-router8-missing-package':
		'npm run build ended with code 1. The package “clsx” is missing. It is imported in app/home.tsx. Run npm install clsx, then upload again.',
	'react-router8-missing-route':
		'npm run build ended with code 1. The file “app/about.tsx” is missing. File names are case-sensitive, and files listed in .gitignore may be missing from the zip. Add the file, then upload again.',
	'react-router8-prerender':
		"npm run build ended with code 1. First error: “TypeError: Cannot read properties of undefined (reading 'rendered')”. Correct the cause, then deploy again.",
	'react-router8-server-only':
		'npm run build ended with code 1. app/home.tsx uses the module “./key.server” of the server in the browser. Use it only in loader, action, middleware and headers, then upload again.',
	'react-router8-start':
		'npm run start ended with code 1. “build/server/index.js” is missing: the script “build” does not exist or did not write it. Let “build” write build/server/index.js, or correct the path in the script “start”, then upload again.',
	'react-router8-syntax':
		"npm run build ended with code 1. Error in app/home.tsx, line 2: “Expected corresponding JSX closing tag for 'h1'”. Correct it, then upload again.",
	'remix2-missing-package':
		'npm run build ended with code 1. The package “clsx” is missing. It is imported in app/routes/_index.jsx. Run npm install clsx, then upload again.',
	'rollup4-missing-export':
		'npm run build ended with code 1. Error in src/index.js, line 1: “"a" is not exported by "src/a.js", imported by "src/index.js"”. Correct it, then upload again.',
	'sass-missing-import':
		"npm run build ended with code 65. First error, in src/style.scss, line 1: “Can't find stylesheet to import”. Correct it, then upload again.",
	'sass-variable':
		'npm run build ended with code 65. First error, in src/style.scss, line 1: “Undefined variable”. Correct it, then upload again.',
	'sh-command-missing':
		'npm run build ended with code 127. The command “next” was not found. Add the package that provides it, for example by npm install next, then upload again.',
	'sh-crlf':
		'npm run build ended with code 127. The file “build.sh” is missing, or its first line names a program that is missing. Files of Windows with CRLF line endings have this problem. Save it with LF line endings, then upload again.',
	'sh-missing-file':
		'npm run build ended with code 2. The file “scripts/build.sh” is missing. File names are case-sensitive, and files listed in .gitignore may be missing from the zip. Add the file, then upload again.',
	'sh-not-executable':
		'npm run build ended with code 126. The file “build.sh” is not executable, because Windows does not store this permission in a zip. Call it as “sh ./build.sh” in package.json, then upload again.',
	'sh-windows':
		'npm run build ended with code 127. The script uses the command “copy” of Windows. Use a command that works on every system, for example with the package shx, then upload again.',
	'sveltekit2-adapter':
		'npm run build ended with code 1. The package “@sveltejs/adapter-static” is missing. It is imported in svelte.config.js. Run npm install @sveltejs/adapter-static, then upload again.',
	'sveltekit2-env':
		'npm run build ended with code 1. src/routes/+page.server.js reads the variable WORDPRESS_KEY, which is not set. Set it as a shell variable of the environment, then deploy again.',
	'sveltekit2-missing-lib':
		'npm run build ended with code 1. The file “src/lib/Header.svelte” is missing. It is imported in src/routes/+page.svelte. File names are case-sensitive, and files listed in .gitignore may be missing from the zip. Add the file, then upload again.',
	'sveltekit2-missing-package':
		'npm run build ended with code 1. The package “slugify” is missing. It is imported in src/routes/+page.svelte. Run npm install slugify, then upload again.',
	'sveltekit2-prerender-404':
		'npm run build ended with code 1. The page / links to /about, which does not exist. Correct the link or add the page, then upload again.',
	'sveltekit2-prerender-500':
		"npm run build ended with code 1. The page / could not be built. First error: “TypeError: Cannot read properties of undefined (reading 'rendered')”. Correct the cause, then deploy again.",
	'sveltekit2-start':
		'npm run start ended with code 1. “build” is missing: the script “build” does not exist or did not write it. Let “build” write build, or correct the path in the script “start”, then upload again.',
	'sveltekit2-syntax':
		'npm run build ended with code 1. Error in src/routes/+page.svelte, line 1: “Block was left open”. Correct it, then upload again.',
	'sveltekit3-adapter':
		'npm run build ended with code 1. The package “@sveltejs/adapter-static” is missing. It is imported in vite.config.js, line 1. Run npm install @sveltejs/adapter-static, then upload again.',
	'sveltekit3-env':
		'npm run build ended with code 1. src/routes/+page.server.js reads the variable WORDPRESS_KEY, which is not set. Set it as a shell variable of the environment, then deploy again.',
	'sveltekit3-missing-lib':
		"npm run build ended with code 1. SvelteKit: “`$lib` has been removed. Use `#lib` instead: https://svelte.dev/docs/kit/$lib. To keep using `$lib`, add `alias: { '$lib': 'src/lib' }` to your SvelteKit config”. Correct it, then upload again.",
	'sveltekit3-missing-package':
		'npm run build ended with code 1. The package “slugify” is missing. It is imported in src/routes/+page.svelte. Run npm install slugify, then upload again.',
	'sveltekit3-prerender-404':
		'npm run build ended with code 1. The page / links to /about, which does not exist. Correct the link or add the page, then upload again.',
	'sveltekit3-prerender-500':
		"npm run build ended with code 1. The page / could not be built. First error, in src/routes/+page.server.js, line 5: “TypeError: Cannot read properties of undefined (reading 'rendered')”. Correct it, then upload again.",
	'sveltekit3-start':
		'npm run start ended with code 1. “build” is missing: the script “build” does not exist or did not write it. Let “build” write build, or correct the path in the script “start”, then upload again.',
	'sveltekit3-syntax':
		'npm run build ended with code 1. Error in src/routes/+page.svelte, line 1: “Block was left open”. Correct it, then upload again.',
	'tailwind4-postcss':
		'npm run build ended with code 1. Tailwind CSS 4 has another PostCSS plugin. Run npm install @tailwindcss/postcss, name it in the PostCSS settings instead of tailwindcss, then upload again.',
	'tailwind4-unknown-class':
		'npm run build ended with code 1. First error: “Cannot apply unknown utility class `bg-brand`”. Correct the cause, then deploy again.',
	'turbo2-script':
		'npm run build ended with code 1. First error, in apps/web/build.js, line 1: “The template post.html has no title”. Correct it, then upload again.',
	'typescript5-errors':
		"npm run build ended with code 2. Type error in src/server.ts, line 2: “Type 'string' is not assignable to type 'number'”. There is 1 more error. Correct it, then upload again.",
	'typescript6-config':
		"npm run build ended with code 2. Wrong setting in tsconfig.json, line 4: “The common source directory of 'tsconfig.json' is './src'. The 'rootDir' setting must be explicitly set to this or another path to adjust your output's file layout”. There is 1 more error. Correct it, then upload again.",
	'typescript6-errors':
		"npm run build ended with code 2. Type error in src/server.ts, line 2: “Type 'string' is not assignable to type 'number'”. There is 1 more error. Correct it, then upload again.",
	'typescript6-missing-module':
		'npm run build ended with code 2. The package “express” is missing. It is imported in src/server.ts, line 1. Run npm install express, then upload again.',
	'typescript7-config':
		"npm run build ended with code 2. Wrong setting in tsconfig.json, line 4: “The common source directory of 'tsconfig.json' is './src'. The 'rootDir' setting must be explicitly set to this or another path to adjust your output's file layout”. There is 1 more error. Correct it, then upload again.",
	'typescript7-errors':
		"npm run build ended with code 2. Type error in src/server.ts, line 2: “Type 'string' is not assignable to type 'number'”. There is 1 more error. Correct it, then upload again.",
	'typescript7-missing-module':
		'npm run build ended with code 2. The package “express” is missing. It is imported in src/server.ts, line 1. Run npm install express, then upload again.',
	'unknown-tool':
		'npm run build ended with code 3. First error, in pages/about.xyz, line 14: “the tag <x> is not closed”. Correct it, then upload again.',
	'vite7-css':
		'npm run build ended with code 1. The package “autoprefixer” is missing. It is imported in postcss.config.js. Run npm install autoprefixer, then upload again.',
	'vite7-missing-export':
		'npm run build ended with code 1. Error in src/main.js, line 1: “"title" is not exported by "src/title.js", imported by "src/main.js"”. Correct it, then upload again.',
	'vite7-missing-file':
		'npm run build ended with code 1. The file “./style.css” is missing. It is imported in src/main.js. File names are case-sensitive, and files listed in .gitignore may be missing from the zip. Add the file, then upload again.',
	'vite7-missing-package':
		'npm run build ended with code 1. The package “axios” is missing. It is imported in src/main.js. Run npm install axios, then upload again.',
	'vite7-plugin':
		'npm run build ended with code 1. The package “@vitejs/plugin-react” is missing. It is imported in vite.config.js. Run npm install @vitejs/plugin-react, then upload again.',
	'vite7-syntax':
		'npm run build ended with code 1. Error in src/title.js, line 1: “Unterminated string constant”. Correct it, then upload again.',
	'vite8-css':
		'npm run build ended with code 1. The package “autoprefixer” is missing. It is imported in postcss.config.js. Run npm install autoprefixer, then upload again.',
	'vite8-missing-export':
		'npm run build ended with code 1. Error in src/main.js, line 1: “"title" is not exported by "src/title.js"”. Correct it, then upload again.',
	'vite8-missing-file':
		'npm run build ended with code 1. The file “./style.css” is missing. It is imported in src/main.js, line 1. File names are case-sensitive, and files listed in .gitignore may be missing from the zip. Add the file, then upload again.',
	'vite8-missing-package':
		'npm run build ended with code 1. The package “axios” is missing. It is imported in src/main.js. Run npm install axios, then upload again.',
	'vite8-plugin':
		'npm run build ended with code 1. The package “@vitejs/plugin-react” is missing. It is imported in vite.config.js, line 1. Run npm install @vitejs/plugin-react, then upload again.',
	'vite8-syntax':
		'npm run build ended with code 1. Error in src/title.js, line 1: “Unterminated string”. Correct it, then upload again.',
	'vitest4-fails':
		'npm run build ended with code 1. The test “adds the prices” failed in cart.test.js, line 4: “AssertionError: expected 3 to be 4 // Object.is equality”. Correct it, or leave the tests out of the script “build”, then upload again.',
	'vue-tsc3-errors':
		"npm run build ended with code 2. Type error in src/App.vue, line 2: “Type 'string' is not assignable to type 'number'”. There is 1 more error. Correct it, then upload again.",
	'webpack5-missing-package':
		'npm run build ended with code 1. The package “axios” is missing. It is imported in src/index.js, line 1. Run npm install axios, then upload again.',
	'webpack5-syntax':
		'npm run build ended with code 1. Error in src/index.js, line 1: “Unexpected token”. Correct it, then upload again.',
	'yarn1-engine':
		'yarn install ended with code 1. The project requires Node.js 18, and Node.js 24.21.0 is used. Install Node.js 18 on the machine of the platform, or change engines.node in package.json, then deploy again.',
	'yarn1-missing-command':
		'npm run build ended with code 127. The command “next” was not found. Add the package that provides it, for example by yarn add next, then upload again.',
	'yarn1-missing-script':
		'npm run build ended with code 1. package.json has no script “codegen”. It has build, start.',
	'yarn1-no-package':
		'yarn install ended with code 1. The registry has no package @acme/nope. Correct package.json, run yarn install, then upload again.',
	'yarn1-no-version':
		'yarn install ended with code 1. The registry has no package is-odd@99.0.0. Correct package.json, run yarn install, then upload again.',
	'yarn1-outdated-lock':
		'yarn install ended with code 1. package.json and yarn.lock disagree. Run yarn install, then upload again.',
	'yarn1-script':
		'npm run build ended with code 1. First error, in compile.js, line 1: “The template post.html has no title”. Correct it, then upload again.',
	'yarn3-yarn-path':
		'yarn install ended with code 1. The platform installs with yarn 1 (classic), and this project is made for a newer yarn. Upload it with a package-lock.json instead.',
	'yarn4-lock':
		'yarn install ended with code 1. package.json and yarn.lock disagree. Run yarn install, then upload again.',
	'yarn4-package-manager':
		'yarn install ended with code 1. The platform installs with yarn 1 (classic), and this project is made for yarn@4.5.0. Upload it with a package-lock.json instead.',
	'yarn4-yarn-path':
		'yarn install ended with code 1. The platform installs with yarn 1 (classic), and this project is made for a newer yarn. Upload it with a package-lock.json instead.',
};

/**
 * Reads an output; its first line says what failed, for example "# npm run build, code 1, npm".
 *
 * @param name Of the file, without its extension.
 */
function readOutput( name: string ) {
	const text = readFileSync( path.join( FOLDER, `${ name }.txt` ), 'utf8' );
	const end = text.indexOf( '\n' );
	const [ title = '', code = '', manager = '' ] = text
		.slice( 2, end )
		.split( ', ' );
	return {
		title,
		code: Number( code.replace( 'code ', '' ) ),
		manager: manager as Manager,
		lines: outputLines( Buffer.from( text.slice( end + 1 ) ) ),
	};
}

test.each( Object.entries( MESSAGES ) )(
	'the message of the output %s names the cause and the remedy',
	( name, message ) => {
		const { code, ...failure } = readOutput( name );
		expect(
			commandFailureMessage(
				{ code, signal: null, error: '' },
				{
					...failure,
					scripts: [ 'build', 'start' ],
					wordpressUrl: 'http://localhost:48123',
					folders: [ '/release' ],
				}
			)
		).toBe( message );
	}
);

test( 'each output has a message', () => {
	const names = readdirSync( FOLDER ).map(
		( file ) => path.parse( file ).name
	);
	expect( names.toSorted() ).toEqual( Object.keys( MESSAGES ).toSorted() );
} );
