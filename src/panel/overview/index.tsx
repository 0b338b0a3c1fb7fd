import { mountScreen } from '../mount-screen.tsx';
import { Overview } from './overview.tsx';
import './overview.scss';

mountScreen( 'overview', ( props ) => <Overview { ...props } /> );
