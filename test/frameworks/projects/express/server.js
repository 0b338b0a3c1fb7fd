import express from 'express';

const app = express();
app.use( express.static( 'public' ) );
app.get( '/', ( _request, response ) => {
	response.send(
		`<link rel="stylesheet" href="/style.css"><h1>Page of express</h1>`
	);
} );
app.listen( process.env.PORT, process.env.HOST );
