export default function Home() {
	return <h1>Page of react-router</h1>;
}
