import fs from 'node:fs';
import path from 'node:path';
import { listFiles } from '../files.ts';
import { entriesOf } from './entries.ts';
import { joinMessages } from './message.ts';
import type { Message } from './message.ts';
import { phpMessages } from './php-strings.ts';
import { typescriptMessages } from './typescript-strings.ts';

/** Headers that WordPress shows. */
const HEADERS = [ 'Plugin Name', 'Description', 'Author' ];

export function allMessages( project: string ): Message[] {
	return joinMessages( [
		...headerMessages( project ),
		...ownPhpMessages( project ),
		...scriptMessages( project ),
	] );
}

function scriptMessages( project: string ): Message[] {
	return [ ...entriesOf( project ) ].flatMap( ( [ file, scripts ] ) =>
		typescriptMessages( read( project, file ), file ).map(
			( message ) => ( { ...message, files: [ file, ...scripts ] } )
		)
	);
}

function ownPhpMessages( project: string ): Message[] {
	return [
		'plugin.php',
		'uninstall.php',
		...listFiles( path.join( project, 'includes' ) )
			.filter( ( name ) => name.endsWith( '.php' ) )
			.map( ( name ) => `includes/${ name }` ),
	].flatMap( ( file ) => phpMessages( read( project, file ), file ) );
}

function headerMessages( project: string ): Message[] {
	const source = read( project, 'plugin.php' );
	return HEADERS.flatMap( ( name ) => {
		const text = new RegExp( `\\* ${ name }:\\s*(.+)` ).exec(
			source
		)?.[ 1 ];
		return text
			? [
					{
						text: text.trim(),
						plural: null,
						context: null,
						comments: [ `${ name } of the plugin` ],
						files: [ 'plugin.php' ],
					},
				]
			: [];
	} );
}

function read( project: string, file: string ): string {
	return fs.readFileSync( path.join( project, file ), 'utf8' );
}
