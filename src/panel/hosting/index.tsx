import { mountScreen } from '../mount-screen.tsx';
import { Hosting } from './hosting.tsx';
import './hosting.scss';

mountScreen( 'hosting', ( { boot } ) => <Hosting boot={ boot } /> );
