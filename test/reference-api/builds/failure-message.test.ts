import { expect, test } from 'vitest';
import {
	commandFailureMessage,
	failureMessage,
	lastOutput,
} from '../../../src/reference-api/builds/failure-message.ts';
import { BuildError } from '../../../src/reference-api/builds/project.ts';

/** What npm, yarn, Node.js and shells really print. */
const CAUSES: readonly [ string, string[], string ][] = [
	[
		'a lock file that lacks a package',
		[
			'npm error code EUSAGE',
			'npm error `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync.',
			'npm error Missing: swr@2.3.6 from lock file',
		],
		'package.json and package-lock.json disagree about swr@2.3.6. Run npm install, then upload again.',
	],
	[
		'a lock file with another version',
		[
			"npm error Invalid: lock file's left-pad@1.1.0 does not satisfy left-pad@1.3.0",
		],
		'package.json and package-lock.json disagree about left-pad@1.3.0. Run npm install, then upload again.',
	],
	[
		'a lock file of yarn that is old',
		[
			'error Your lockfile needs to be updated, but yarn was run with `--frozen-lockfile`.',
		],
		'package.json and yarn.lock disagree. Run yarn install, then upload again.',
	],
	[
		'a project of a newer yarn',
		[
			'error This project\'s package.json defines "packageManager": "yarn@4.5.0". However the current global version of Yarn is 1.22.22.',
		],
		'The platform installs with yarn 1 (classic), and this project is made for yarn@4.5.0. Upload it with a package-lock.json instead.',
	],
	[
		'a version that does not exist',
		[
			'npm error code ETARGET',
			'npm error notarget No matching version found for react@99.',
		],
		'The registry has no package react@99. Correct package.json, run npm install, then upload again.',
	],
	[
		'a package that does not exist',
		[
			'npm error code E404',
			"npm error 404  '@acme/nope@^1.0.0' is not in this registry.",
		],
		'The registry has no package @acme/nope@^1.0.0. Correct package.json, run npm install, then upload again.',
	],
	[
		'a private package',
		[ 'npm error code E401', 'npm error Incorrect or missing password.' ],
		'The registry refused access (E401). Add the token to .npmrc as ${NPM_TOKEN}, and set the shell variable NPM_TOKEN.',
	],
	[
		'versions that exclude one another',
		[ 'npm error code ERESOLVE', 'npm error ERESOLVE unable to resolve' ],
		'The packages have conflicting dependencies. Run npm install on your machine and fix the conflict, then upload again with package-lock.json.',
	],
	[
		'a registry that is not there',
		[
			'npm error code ENOTFOUND',
			'npm error network request to https://packages.example/react failed, reason: getaddrinfo ENOTFOUND packages.example',
		],
		'The registry https://packages.example could not be reached. Check the network and the proxy (HTTPS_PROXY), then deploy again.',
	],
	[
		'a script that is not there',
		[ 'npm error Missing script: "codegen"' ],
		'package.json has no script “codegen”. It has build, start.',
	],
	[
		'a package that is not installed',
		[
			"Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@apollo/client' imported from /x/build.mjs",
		],
		'The package “@apollo/client” is missing. It is imported in /x/build.mjs. Run npm install @apollo/client, then upload again.',
	],
	[
		'a part of a package that is not installed',
		[ "Module not found: Can't resolve 'swr/infinite'" ],
		'The package “swr” is missing. Run npm install swr, then upload again.',
	],
	[
		'a file that was not uploaded',
		[ "Module not found: Can't resolve './Header'" ],
		'The file “./Header” is missing. File names are case-sensitive, and files listed in .gitignore may be missing from the zip. Add the file, then upload again.',
	],
	[
		'a lock file of pnpm that is out of date, reported by pnpm 10',
		[
			' ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with <ROOT>/apps/web/package.json',
		],
		'package.json and pnpm-lock.yaml disagree. Run pnpm install, then upload again.',
	],
	[
		'a lock file of pnpm that is out of date, reported by pnpm 12',
		[ 'Error: ERR_PNPM_OUTDATED_LOCKFILE', '  × installing dependencies' ],
		'package.json and pnpm-lock.yaml disagree. Run pnpm install, then upload again.',
	],
	[
		'a package manager that cannot be fetched',
		[
			'npm error request to https://registry.test/pnpm failed, reason: getaddrinfo ENOTFOUND registry.test',
		],
		'pnpm is not installed on this machine, and the registry could not be reached to fetch it. Run npm install --global pnpm on the machine of the platform, then deploy again.',
	],
	[
		'a command that is not installed',
		[ 'sh: 1: next: not found' ],
		'The command “next” was not found. Add the package that provides it, for example by npm install next, then upload again.',
	],
	[
		'a command that is not installed, reported by another shell',
		[ '/bin/sh: line 1: next: command not found' ],
		'The command “next” was not found. Add the package that provides it, for example by npm install next, then upload again.',
	],
	[
		'a full disk',
		[ 'npm error code ENOSPC', 'npm error nospc no space left on device' ],
		'The disk is full. Free disk space on the drive of the data folder, then deploy again.',
	],
	[
		'too little memory for Node.js',
		[
			'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
		],
		'Node.js ran out of memory. Set the shell variable NODE_OPTIONS to --max-old-space-size=4096, or reduce the memory that the build needs. Then deploy again.',
	],
	[
		'a WordPress that does not answer',
		[
			'TypeError: fetch failed',
			'cause: connect ECONNREFUSED 127.0.0.1:8881',
		],
		'WordPress at http://localhost:8881 could not be reached. Start WordPress or correct the URL of the install, then deploy again.',
	],
	[
		'another server that does not answer',
		[ 'Error: connect ECONNREFUSED 127.0.0.1:5432' ],
		'127.0.0.1:5432 could not be reached. Check the network and the address, then deploy again.',
	],
	[
		'a host that has no address',
		[ 'Error: getaddrinfo EAI_AGAIN fonts.googleapis.com' ],
		'fonts.googleapis.com could not be reached. Check the network and the address, then deploy again.',
	],
	[
		'a fixed port that is taken',
		[ 'Error: listen EADDRINUSE: address already in use :::3000' ],
		'Port 3000 is already in use. The application must listen on the port in the variable PORT.',
	],
	[
		'a compiler that is missing',
		[ 'npm error gyp ERR! stack Error: not found: make' ],
		'A package has to be compiled, but Python, make or a C++ compiler is missing. Install them, then deploy again.',
	],
];

function messageFor( lines: string[], end = {} ) {
	return commandFailureMessage(
		{ code: 1, signal: null, error: '', ...end },
		{
			title: 'npm ci',
			lines,
			scripts: [ 'build', 'start' ],
			folders: [],
			manager: 'npm',
			wordpressUrl: 'http://localhost:8881',
		}
	);
}

test.each( CAUSES )(
	'the message names the cause: %s',
	( _what, lines, expected ) => {
		expect( messageFor( lines ) ).toBe(
			`npm ci ended with code 1. ${ expected }`
		);
	}
);

test( 'an end without a message shows the last output, but not the lines that npm prints every time', () => {
	expect(
		messageFor( [
			'Rendering the pages',
			'npm error code 1',
			'npm error path /data/release',
			'npm error A complete log of this run can be found in: /home/.npm/_logs/x.log',
		] )
	).toBe( 'npm ci ended with code 1. Last output: “Rendering the pages”.' );
} );

test( 'an end without a message says that nothing was printed', () => {
	expect( lastOutput( [] ) ).toBe( 'It printed nothing.' );
} );

test.each( [ { code: null, signal: 'SIGKILL' }, { code: 137 } ] )(
	'an end by %o is explained as too little memory',
	( end ) => {
		expect( messageFor( [ 'Compiling' ], end ) ).toContain(
			'The machine probably ran out of memory.'
		);
	}
);

test( 'a command that could not be started says why', () => {
	const expected = messageFor( [], {
		code: null,
		error: 'spawn E2BIG',
	} );
	expect( expected ).toBe(
		'npm ci could not be started (spawn E2BIG). The total size of the shell variables is too large. Remove some, then deploy again.'
	);
} );

test( 'a failed build names the step first', () => {
	expect(
		failureMessage(
			'install',
			new BuildError( 'npm ci ended with code 1.' )
		)
	).toBe( 'Install failed: npm ci ended with code 1.' );
} );

test( 'a failed build names a full disk, wherever the error occurred', () => {
	const error = Object.assign( new Error( 'ENOSPC: write' ), {
		code: 'ENOSPC',
	} );
	expect( failureMessage( 'unpack', error ) ).toBe(
		'Unpack failed: The disk is full. Free disk space on the drive of the data folder, then deploy again.'
	);
} );

test( 'the message of a failed build ends with a period', () => {
	expect( failureMessage( 'live', new Error( 'odd' ) ) ).toBe(
		'Live failed: odd.'
	);
} );
