import { mountScreen } from '../mount-screen.tsx';
import { Activity } from './activity.tsx';
import './activity.scss';
import './drawer.scss';

mountScreen( 'activity', ( props ) => <Activity { ...props } /> );
