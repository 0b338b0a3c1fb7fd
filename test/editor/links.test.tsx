import { screen } from '@testing-library/react';
import { select } from '@wordpress/data';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anEnvironment } from '../panel/fixtures.ts';
import { store as editorStore } from './editor-double.ts';
import { EditorPage, START } from './editor-page.tsx';

const FRONT_END = 'https://www.acme.example/summer-collection/';
const WORDPRESS = 'http://wordpress.test/summer-collection/';

let page: EditorPage;

beforeEach( () => {
	vi.useFakeTimers( START );
	page = new EditorPage();
} );

afterEach( () => {
	page.close();
	vi.useRealTimers();
} );

const open = ( link: string, wordpressLink: string | null ) =>
	page.open( {
		panel: 'document',
		environments: [ anEnvironment() ],
		post: {
			status: 'publish',
			editedStatus: 'publish',
			link,
			wordpressLink,
		},
	} );

const hrefOf = ( name: RegExp ) =>
	screen.getByRole( 'link', { name } ).getAttribute( 'href' );

const editedLink = () => select( editorStore ).getEditedLink();

test( 'links to both pages while the links of the editor lead to the front end', async () => {
	await open( FRONT_END, WORDPRESS );
	expect( hrefOf( /View on the site/ ) ).toBe( FRONT_END );
	expect( hrefOf( /View in WordPress/ ) ).toBe( WORDPRESS );
} );

test( 'adds no link to WordPress while “View” of the editor leads there', async () => {
	await open( WORDPRESS, null );
	expect( hrefOf( /View on the site/ ) ).toBe( FRONT_END );
	expect( screen.queryByText( /View in WordPress/ ) ).toBeNull();
} );

test( 'keeps previews in WordPress, also after the address has changed', async () => {
	await open( FRONT_END, WORDPRESS );
	expect( editedLink() ).toBe( WORDPRESS );
	await page.set( {
		link: 'https://www.acme.example/autumn/',
		wordpressLink: 'http://wordpress.test/autumn/',
	} );
	expect( editedLink() ).toBe( 'http://wordpress.test/autumn/' );
	await page.set( {
		status: 'draft',
		link: 'http://wordpress.test/?p=7',
		wordpressLink: null,
	} );
	expect( editedLink() ).toBe( 'http://wordpress.test/?p=7' );
} );
