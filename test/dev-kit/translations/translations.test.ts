/** What translators are given, and that it is all there is. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../../../src/dev-kit/paths.ts';
import { joinMessages } from '../../../src/dev-kit/translations/message.ts';
import { allMessages } from '../../../src/dev-kit/translations/messages.ts';
import { phpMessages } from '../../../src/dev-kit/translations/php-strings.ts';
import { POT_FILE, writePot } from '../../../src/dev-kit/translations/pot.ts';
import { pseudo } from '../../../src/dev-kit/translations/pseudo.ts';
import { typescriptMessages } from '../../../src/dev-kit/translations/typescript-strings.ts';

describe( 'the template for translators', () => {
	it( 'is up to date (npm run translations)', () => {
		const template = fs.readFileSync(
			path.join( PROJECT, POT_FILE ),
			'utf8'
		);
		expect( template ).toBe( writePot( allMessages( PROJECT ) ) );
	} );

	it( 'names the compiled scripts, by which WordPress loads translations', () => {
		const files = new Set(
			allMessages( PROJECT ).flatMap( ( message ) => message.files )
		);
		for ( const name of [ 'shared', 'overview', 'activity', 'editor' ] ) {
			expect( files ).toContain( `build/${ name }.js` );
		}
	} );

	it( 'has a form for one and a form for many', () => {
		expect(
			writePot( [
				{
					text: '%d "change"',
					plural: '%d changes',
					comments: [ 'a number' ],
					files: [ 'a.php' ],
				},
			] )
		).toContain(
			'#. translators: a number\n#: a.php\n#, php-format\nmsgid "%d \\"change\\""\nmsgid_plural "%d changes"\nmsgstr[0] ""\nmsgstr[1] ""\n'
		);
	} );
} );

describe( 'strings of PHP', () => {
	it( 'are found with their comments', () => {
		const source = `
			/* translators: %s: a name. */
			sprintf( __( 'It\\'s %s', 'headless-deploy' ), $name );
			esc_html__( 'Plain', 'headless-deploy' );
			sprintf( _n( '%d run', '%d runs', $count, 'headless-deploy' ), $count );`;
		expect( phpMessages( source, 'a.php' ) ).toEqual( [
			{
				text: "It's %s",
				plural: null,
				comments: [ '%s: a name.' ],
				files: [ 'a.php' ],
			},
			{ text: 'Plain', plural: null, comments: [], files: [ 'a.php' ] },
			{
				text: '%d run',
				plural: '%d runs',
				comments: [],
				files: [ 'a.php' ],
			},
		] );
	} );

	it( 'that cannot be read are an error, not a gap', () => {
		expect( () =>
			phpMessages( "__( $text, 'headless-deploy' );", 'a.php' )
		).toThrow( /1 calls/ );
	} );
} );

describe( 'strings of TypeScript', () => {
	it( 'are found in sources and in what a bundler makes of them', () => {
		const source = `
			/* translators: %s: a name. */
			__( 'Hello %s', 'headless-deploy' );
			(0, i._n)( 'a', 'b', count, "headless-deploy" );`;
		expect( typescriptMessages( source, 'a.ts' ) ).toMatchObject( [
			{ text: 'Hello %s', plural: null, comments: [ '%s: a name.' ] },
			{ text: 'a', plural: 'b' },
		] );
	} );

	it( 'that are put together, or have no domain, are an error', () => {
		expect( () =>
			typescriptMessages( "__( a + 'b', 'headless-deploy' )", 'a.ts' )
		).toThrow( 'a.ts:1' );
		expect( () => typescriptMessages( "__( 'a' )", 'a.ts' ) ).toThrow();
	} );
} );

it( 'one text of two files is one message', () => {
	const use = { text: 'a', plural: null, comments: [] };
	expect(
		joinMessages( [
			{ ...use, files: [ 'b' ] },
			{ ...use, files: [ 'a' ] },
		] )
	).toEqual( [ { ...use, files: [ 'a', 'b' ] } ] );
} );

it( 'the language that nobody speaks keeps placeholders and markup', () => {
	expect( pseudo( 'See <a>%1$s</a> at 100%%' ) ).toBe(
		'⟦Şéé <a>%1$s</a> áŧ 100%%⟧'
	);
} );
