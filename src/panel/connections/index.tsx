import { mountScreen } from '../mount-screen.tsx';
import { Connections } from './connections.tsx';
import './connections.scss';

const replacing = new URL( window.location.href ).searchParams.get( 'replace' );

mountScreen( 'connections', ( props ) => (
	<Connections { ...props } replacedId={ replacing ?? '' } />
) );
