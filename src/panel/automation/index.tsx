import { mountScreen } from '../mount-screen.tsx';
import { Automation } from './automation.tsx';
import './automation.scss';

mountScreen( 'automation', ( props ) => <Automation { ...props } /> );
