import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../../../src/dev-kit/paths.ts';
import { joinMessages } from '../../../src/dev-kit/translations/message.ts';
import { allMessages } from '../../../src/dev-kit/translations/messages.ts';
import { phpMessages } from '../../../src/dev-kit/translations/php-strings.ts';
import {
	poFiles,
	POT_FILE,
	readPo,
	writePo,
	writePot,
} from '../../../src/dev-kit/translations/po.ts';
import { pseudo } from '../../../src/dev-kit/translations/pseudo.ts';
import { typescriptMessages } from '../../../src/dev-kit/translations/typescript-strings.ts';

const MESSAGES = allMessages( PROJECT );

/** Texts that PHP and a script show on different pages, and the format of durations that both count. */
const IN_PHP_AND_SCRIPTS = [
	'%1$d min %2$d s',
	'Replace the webhook URL',
	'No message is sent until you add a recipient or a chat.',
	'The plugin generated the key and stores it in the same database as the encrypted tokens. Anyone with access to the whole database can read the tokens.',
	'Add this line to wp-config.php and keep a backup of the line. The key is new and is stored nowhere else. Existing tokens are re-encrypted automatically.',
];

function read( name: string ): string {
	return fs.readFileSync( path.join( PROJECT, name ), 'utf8' );
}

describe( 'the template for translators', () => {
	it( 'the template for translators is up to date (npm run translations)', () => {
		expect( read( POT_FILE ) ).toBe( writePot( MESSAGES ) );
	} );

	it( 'the template for translators names the compiled scripts, by which WordPress loads translations', () => {
		const files = new Set(
			MESSAGES.flatMap( ( message ) => message.files )
		);
		for ( const name of [ 'shared', 'overview', 'activity', 'editor' ] ) {
			expect( files ).toContain( `build/${ name }.js` );
		}
	} );

	it( 'the sources have each text of four or more words in one file', () => {
		expect(
			MESSAGES.filter( ( { text } ) => text.split( ' ' ).length >= 4 )
				.map( ( { text, files } ) => ( {
					text,
					sources: files.filter(
						( file ) => ! file.startsWith( 'build/' )
					),
				} ) )
				.filter(
					( { text, sources } ) =>
						sources.length > 1 &&
						! IN_PHP_AND_SCRIPTS.includes( text )
				)
		).toEqual( [] );
	} );

	it( 'the template for translators explains the values of each string with one comment', () => {
		expect(
			MESSAGES.filter(
				( { text, comments } ) =>
					/%(\d\$)?[sd]/.test( text ) && comments.length !== 1
			).map( ( { text } ) => text )
		).toEqual( [] );
	} );

	it( 'the template for translators has the singular and the plural', () => {
		expect(
			writePot( [
				{
					text: '%d "change"',
					plural: '%d changes',
					context: 'noun',
					comments: [ 'a number' ],
					files: [ 'a.php' ],
				},
			] )
		).toContain(
			'#: a.php\n#. translators: a number\n#, php-format\nmsgctxt "noun"\nmsgid "%d \\"change\\""\nmsgid_plural "%d changes"\nmsgstr[0] ""\nmsgstr[1] ""\n'
		);
	} );
} );

describe.each( poFiles( PROJECT ) )( '%s', ( name ) => {
	const source = read( name );
	const translation = readPo( source );

	it( 'the translation is up to date (npm run translations)', () => {
		expect( source ).toBe( writePo( MESSAGES, translation ) );
	} );

	it( 'translates every string', () => {
		expect(
			MESSAGES.filter(
				( message ) => translation.translate( message ) === null
			)
		).toEqual( [] );
	} );

	it( 'the translation has the placeholders and the markup of each string', () => {
		const differences = MESSAGES.flatMap( ( message ) => {
			const forms = translation.translate( message ) ?? [];
			const texts = [ message.text, message.plural ?? message.text ];
			return forms.filter(
				( form, index ) =>
					partsOf( form ) !== partsOf( texts[ index ] ?? '' )
			);
		} );
		expect( differences ).toEqual( [] );
	} );
} );

/** Placeholders, tags and names of code, which are the same in each language. */
function partsOf( text: string ): string {
	return ( text.match( /%(?:\d+\$)?[sdf]|%%|<[^>]+>/g ) ?? [] )
		.sort()
		.join( ' ' );
}

describe( 'strings of PHP', () => {
	it( 'strings of PHP are found with their comments', () => {
		const source = `
			/* translators: %s: a name. */
			sprintf( __( 'It\\'s %s', 'headless-deploy' ), $name );
			esc_html__( 'Plain', 'headless-deploy' );
			_x( 'Order', 'verb', 'headless-deploy' );
			sprintf( _n( '%d run', '%d runs', $count, 'headless-deploy' ), $count );`;
		const message = {
			plural: null,
			context: null,
			comments: [],
			files: [ 'a.php' ],
		};
		expect( phpMessages( source, 'a.php' ) ).toEqual( [
			{ ...message, text: "It's %s", comments: [ '%s: a name.' ] },
			{ ...message, text: 'Plain' },
			{ ...message, text: 'Order', context: 'verb' },
			{ ...message, text: '%d run', plural: '%d runs' },
		] );
	} );

	it( 'strings of PHP in another form are an error', () => {
		expect( () =>
			phpMessages( "__( $text, 'headless-deploy' );", 'a.php' )
		).toThrow( /1 calls/ );
	} );
} );

describe( 'strings of TypeScript', () => {
	it( 'strings of TypeScript are found in sources and in the output of a bundler', () => {
		const source = `
			/* translators: %s: a name. */
			__( 'Hello %s', 'headless-deploy' );
			(0, i._n)( 'a', 'b', count, "headless-deploy" );
			_x( 'Order', 'verb', 'headless-deploy' );`;
		expect( typescriptMessages( source, 'a.ts' ) ).toMatchObject( [
			{ text: 'Hello %s', plural: null, comments: [ '%s: a name.' ] },
			{ text: 'a', plural: 'b', context: null },
			{ text: 'Order', plural: null, context: 'verb' },
		] );
	} );

	it( 'strings of TypeScript have the nearest comment of their statement if they take a value', () => {
		const source = `
			/* translators: %s: a time. */
			return isOpen ? sprintf( __( 'Until %s', 'headless-deploy' ), time ) : __( 'Closed', 'headless-deploy' );
			const text = isGone
				? /* translators: %s: a host. */
					__( 'Not on %s', 'headless-deploy' )
				: /* translators: %s: a page. */
					__( 'On %s', 'headless-deploy' );`;
		expect(
			typescriptMessages( source, 'a.ts' ).map(
				( { comments } ) => comments
			)
		).toEqual( [
			[ '%s: a time.' ],
			[],
			[ '%s: a host.' ],
			[ '%s: a page.' ],
		] );
	} );

	it( 'strings of TypeScript that are no literals, or lack the domain, are an error', () => {
		expect( () =>
			typescriptMessages( "__( a + 'b', 'headless-deploy' )", 'a.ts' )
		).toThrow( 'a.ts:1' );
		expect( () => typescriptMessages( "__( 'a' )", 'a.ts' ) ).toThrow();
	} );
} );

it( 'a text that two files use is one message', () => {
	const use = { text: 'a', plural: null, context: null, comments: [] };
	expect(
		joinMessages( [
			{ ...use, files: [ 'b' ] },
			{ ...use, files: [ 'a' ] },
		] )
	).toEqual( [ { ...use, files: [ 'a', 'b' ] } ] );
} );

it( 'the pseudo-locale keeps placeholders and markup', () => {
	expect( pseudo( 'See <a>%1$s</a> at 100%%' ) ).toBe(
		'⟦Şéé <a>%1$s</a> áŧ 100%%⟧'
	);
} );
