import '../browser.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Leaving } from '../../../src/panel/live/deferred-dispatch.ts';

let visibility: DocumentVisibilityState = 'visible';
let send: ReturnType< typeof vi.fn< () => void > >;
let leaving: Leaving;

function hide() {
	visibility = 'hidden';
	document.dispatchEvent( new Event( 'visibilitychange' ) );
}

function show() {
	visibility = 'visible';
	document.dispatchEvent( new Event( 'visibilitychange' ) );
}

function leavePage() {
	hide();
	window.dispatchEvent( new Event( 'pagehide' ) );
}

beforeEach( () => {
	visibility = 'visible';
	vi.spyOn( document, 'visibilityState', 'get' ).mockImplementation(
		() => visibility
	);
	send = vi.fn();
	leaving = new Leaving( send );
	leaving.start();
} );

afterEach( () => {
	leaving.stop();
	vi.restoreAllMocks();
} );

describe( 'a page that is left', () => {
	test( 'says nothing when nothing is pending', () => {
		leavePage();
		expect( send ).not.toHaveBeenCalled();
	} );

	test( 'says once that something is pending, though two events tell of it', () => {
		leaving.know( 'production/build/1' );
		leavePage();
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );

	test( 'says it once however often the tab is hidden', () => {
		leaving.know( 'production/build/1' );
		hide();
		show();
		hide();
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );

	test( 'says it again when another change has joined', () => {
		leaving.know( 'production/build/1' );
		hide();
		show();
		leaving.know( 'production/build/2' );
		leavePage();
		expect( send ).toHaveBeenCalledTimes( 2 );
	} );

	test( 'says it when something was published of which it knows nothing yet', () => {
		leaving.expect();
		leavePage();
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );

	test( 'says nothing when the publish turned out to change nothing', () => {
		leaving.expect();
		leaving.know( '' );
		leaving.settle();
		leavePage();
		expect( send ).not.toHaveBeenCalled();
	} );

	test( 'says it once when the news arrive while it is hidden', () => {
		leaving.expect();
		hide();
		leaving.know( 'production/build/1' );
		leaving.settle();
		window.dispatchEvent( new Event( 'pagehide' ) );
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );

	test( 'says it when the save ends after the tab was hidden', () => {
		hide();
		leaving.expect();
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );
} );
