import "@fontsource-variable/inter/index.css";
import "@fontsource/cormorant/500.css";
import "@fontsource/cormorant/600.css";
import { mount } from "svelte";

import App from "./App.svelte";
import "./app.css";

const target = document.getElementById("app");
if (target) mount(App, { target });
