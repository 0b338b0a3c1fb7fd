#!/usr/bin/env node
// The command: from its sources in a clone, else as it was built for the package. Runs on old versions of Node, to say
// that they are too old.
'use strict';
const { existsSync } = require( 'node:fs' );
const path = require( 'node:path' );

const ROOT = path.join( __dirname, '..' );
const { engines } = require( '../package.json' );
const OLDEST_NODE = Number( engines.node.replace( '>=', '' ) );
const SOURCES = path.join( ROOT, 'src', 'cli', 'main.ts' );
const BUILT = path.join( ROOT, 'dist', 'cli', 'main.js' );

function refuse( message ) {
	process.stderr.write( `${ message }\n` );
	process.exitCode = 2;
}

function run() {
	const major = Number( process.versions.node.split( '.' )[ 0 ] );
	if ( major < OLDEST_NODE ) {
		return refuse(
			`headless-deploy needs Node ${ OLDEST_NODE } or newer, but Node ${ process.version } is running. Install a newer Node, then run the command again.`
		);
	}
	if ( ! existsSync( SOURCES ) ) {
		return require( BUILT ).main();
	}
	if ( ! existsSync( path.join( ROOT, 'node_modules', 'commander' ) ) ) {
		return refuse(
			'The npm packages of this clone are missing. Run `npm install`, then run the command again.'
		);
	}
	return import( SOURCES ).then( ( { main } ) => main() );
}

run();
