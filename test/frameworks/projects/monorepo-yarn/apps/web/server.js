import express from 'express';
import { greeting } from '@example/greeting';

const app = express();
app.use( express.static( 'public' ) );
app.get( '/', ( _request, response ) => {
	response.send(
		`<link rel="stylesheet" href="/style.css"><h1>${ greeting }</h1>`
	);
} );
app.listen( process.env.PORT, process.env.HOST );
