/**
 * Menus close by Escape and by a click elsewhere.
 */
import { find, findAll } from './dom.js';

function closeMenus( except ) {
	for ( const menu of findAll( 'details.menu[open]' ) ) {
		if ( menu !== except ) {
			menu.open = false;
		}
	}
}

document.addEventListener( 'click', ( { target } ) =>
	closeMenus( target.closest( 'details.menu' ) )
);

document.addEventListener( 'keydown', ( event ) => {
	const menu = event.target.closest?.( 'details.menu[open]' );
	if ( event.key === 'Escape' && menu ) {
		closeMenus( null );
		find( 'summary', menu ).focus();
	}
} );
