import { greeting } from '@example/greeting';

document.title = greeting;
