import { createRoot } from '@wordpress/element';
import { Portal } from './portal.tsx';

const root = document.getElementById( 'portal' );
if ( root !== null ) {
	createRoot( root ).render( <Portal /> );
}
