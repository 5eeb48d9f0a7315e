import streamlit as st

st.title("Hypergraph")
