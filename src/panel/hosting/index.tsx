import { mountScreen } from '../mount-screen.tsx';
import { Hosting } from './hosting.tsx';
import '../../hosting/hosting.css';

mountScreen( 'hosting', ( props ) => <Hosting { ...props } /> );
